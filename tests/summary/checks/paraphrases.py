"""Sentences on criminal law, made up, with claims about them in words of their own."""

from __future__ import annotations

SAID_FREELY = (
    (
        "Officer Ortega testified that the defendant threw a bag under the car.",
        "A bag was thrown under the car, according to the officer.",
    ),
    (
        "Officer Ortega testified that the defendant threw a bag under the car.",
        "The police account is that the accused tossed a bag beneath the vehicle.",
    ),
    (
        "The defendant told the detective that he had been at his sister's house all night.",
        "The defendant claimed to have spent the night at his sister's home.",
    ),
    (
        "The defendant told the detective that he had been at his sister's house all night.",
        "Questioned by the detective, the defendant gave an alibi.",
    ),
    (
        "The jury heard testimony that the two men had argued earlier that day.",
        "Jurors were told of an earlier quarrel between the men.",
    ),
    (
        "The trial court found that the officers had reasonable suspicion to stop the car and "
        "denied the motion.",
        "The suppression motion failed because the stop rested on reasonable suspicion, the judge held.",
    ),
    (
        "Defendant moved to suppress the gun, arguing that the search exceeded the scope of his consent.",
        "Defendant challenged the search as going beyond what he had agreed to.",
    ),
    (
        "Defendant moved to suppress the gun, arguing that the search exceeded the scope of his consent.",
        "Suppression of the gun was sought on the ground that the consent did not cover the search.",
    ),
    (
        "If the officer had waited, a warrant could have been obtained by telephone within an hour.",
        "Waiting would have allowed the officer to get a warrant by telephone.",
    ),
    (
        "If the officer had waited, a warrant could have been obtained by telephone within an hour.",
        "A telephonic warrant was available within an hour had the officer waited.",
    ),
    (
        "The judge told the jury that it could consider the prior conviction only to assess credibility.",
        "The jury was instructed on the limited use of the prior conviction.",
    ),
    (
        "The court denied the motion without holding a hearing, because the defendant had filed it late.",
        "The motion was late, and the court denied it without a hearing.",
    ),
    (
        "Although he first denied being there, the defendant later admitted that he had driven the car.",
        "The defendant eventually admitted driving the car.",
    ),
    (
        "When the officers arrived, they saw a man running from the house.",
        "Officers saw a man run from the house.",
    ),
    (
        "When he was asked for his license, the driver said that he had left it at home.",
        "The driver said his license was at home.",
    ),
    (
        "After he waived his rights, the defendant gave a statement that lasted about two hours.",
        "The defendant waived his rights and spoke for about two hours.",
    ),
    (
        "The witness said that she was not sure whether the man had a beard.",
        "The witness did not know whether the man had a beard.",
    ),
    (
        "The witness picked the defendant's photograph but said that she was not certain.",
        "The witness tentatively chose the defendant's photograph.",
    ),
    (
        "The State concedes that the warrant did not describe the basement.",
        "The State admits that the basement was not in the warrant.",
    ),
    (
        "The State may not use the statement unless it proves that the waiver was voluntary.",
        "To use the statement the State must prove a voluntary waiver.",
    ),
    (
        "The State may not use the statement unless it proves that the waiver was voluntary.",
        "A voluntary waiver must be shown before the statement comes in.",
    ),
    (
        "A search incident to arrest is lawful only if the arrest itself is lawful.",
        "An unlawful arrest makes a search incident to it unlawful.",
    ),
    (
        "A search incident to arrest is lawful only if the arrest itself is lawful.",
        "A lawful arrest is required for a search incident to arrest.",
    ),
    ("The evidence might have changed the verdict.", "The evidence had the potential to change the verdict."),
    (
        "The evidence might have changed the verdict.",
        "The verdict could have been different with the evidence.",
    ),
    (
        "The prosecutor may have misled the jury about the plea agreement.",
        "The jury was possibly misled about the plea agreement.",
    ),
    (
        "The conviction should be reversed because the instruction was wrong.",
        "The brief seeks reversal over the instruction.",
    ),
    (
        "The conviction should be reversed because the instruction was wrong.",
        "Reversal is sought because the instruction was wrong.",
    ),
    ("The sentence is excessive and should be vacated.", "Vacating the sentence as excessive is requested."),
    (
        "The officer believed that the man was reaching for a weapon.",
        "The officer feared the man was going for a weapon.",
    ),
    (
        "It appears that the lineup was conducted without counsel.",
        "Counsel seems to have been absent from the lineup.",
    ),
    (
        "The expert concluded that the handwriting was probably the defendant's.",
        "The handwriting was likely the defendant's, in the expert's opinion.",
    ),
    (
        "The police suspected that the apartment was used to sell drugs.",
        "Drug sales from the apartment were suspected.",
    ),
    (
        "Counsel failed to call the alibi witness, which the defendant says cost him the trial.",
        "The defendant blames the loss of the trial on counsel's failure to call the alibi witness.",
    ),
    (
        "Counsel failed to call the alibi witness, which the defendant says cost him the trial.",
        "The alibi witness was not called.",
    ),
    (
        "The Appellate Division affirmed the conviction but remanded for resentencing.",
        "The case was remanded for resentencing.",
    ),
    (
        "The Appellate Division affirmed the conviction but remanded for resentencing.",
        "The conviction was affirmed.",
    ),
    ("He was sentenced to ten years, with a parole disqualifier of five years.", "He received ten years."),
    (
        "The court granted the motion in part, suppressing the second statement and admitting the first.",
        "The second statement was suppressed and the first admitted.",
    ),
    (
        "The court granted the motion in part, suppressing the second statement and admitting the first.",
        "The court suppressed the second statement.",
    ),
    (
        "Except for the photograph, no evidence tied him to the robbery.",
        "Only the photograph tied him to the robbery.",
    ),
    (
        "In the absence of exigent circumstances, police may not enter a home without a warrant.",
        "Police need exigent circumstances to enter a home without a warrant.",
    ),
    (
        "In the absence of exigent circumstances, police may not enter a home without a warrant.",
        "Warrantless entry into a home calls for exigent circumstances.",
    ),
    (
        "The detective asked whether he wanted a lawyer, and he said maybe.",
        "He answered maybe when the detective asked about a lawyer.",
    ),
    (
        "The State argued that the delay was caused by the defense.",
        "The State attributed the delay to the defense.",
    ),
    (
        "The State argued that the delay was caused by the defense.",
        "The State's position was that the defense caused the delay.",
    ),
    (
        "The jury asked to hear the tape again, and the judge refused.",
        "The judge refused the jury's request to rehear the tape.",
    ),
    (
        "The prosecutor said in closing that the defendant had lied to everyone.",
        "In closing the prosecutor called the defendant a liar.",
    ),
    (
        "The informant claimed to have bought heroin there twice.",
        "The informant reported two purchases of heroin there.",
    ),
    (
        "The judge should have recused himself, since he had represented the victim.",
        "The judge had once represented the victim.",
    ),
    (
        "The judge should have recused himself, since he had represented the victim.",
        "Recusal was called for because the judge had represented the victim.",
    ),
    ("Generally, hearsay is inadmissible unless an exception applies.", "Hearsay is usually kept out."),
    (
        "The delay of three years was caused mainly by the State.",
        "Most of the three-year delay was the State's doing.",
    ),
    (
        "The record does not show that the defendant understood the warnings.",
        "Nothing in the record shows the defendant understood the warnings.",
    ),
    (
        "The defendant must show that counsel's error prejudiced him.",
        "The defendant bears the burden of showing prejudice from counsel's error.",
    ),
    ("The officer had no choice but to enter.", "The officer had to enter."),
    ("The stop lasted only five minutes.", "The stop lasted five minutes."),
    (
        "The judge found only that the arrest was lawful.",
        "The judge's finding was limited to the lawfulness of the arrest.",
    ),
    ("The defendant was merely present at the scene.", "The defendant was just present at the scene."),
    (
        "Brown denied that he owned the gun and said it belonged to his cousin.",
        "Brown said that the gun was his cousin's.",
    ),
    (
        "Whether the search was lawful depends on whether the consent was voluntary.",
        "The lawfulness of the search turns on the voluntariness of the consent.",
    ),
    (
        "The jury was out for six hours before it returned a verdict of guilty on the lesser charge.",
        "After six hours the jury convicted on the lesser charge.",
    ),
    (
        "Ms. Tran told police that she saw a tall man climb through the window shortly after midnight.",
        "A neighbor reported seeing a tall man climb in through the window.",
    ),
    (
        "Ms. Tran told police that she saw a tall man climb through the window shortly after midnight.",
        "Tran described a tall man entering by the window.",
    ),
    (
        "The State offered no explanation for the two-year delay, except that the file had been misplaced.",
        "The State's only explanation for the delay was a misplaced file.",
    ),
    (
        "Had counsel objected, the statement would have been excluded.",
        "An objection would have kept the statement out.",
    ),
    (
        "The court below thought the error harmless because other evidence was strong.",
        "The lower court considered the error harmless.",
    ),
    (
        "Petitioner contends that his plea was not knowing because nobody explained the "
        "immigration consequences.",
        "Petitioner attacks his plea as unknowing.",
    ),
    (
        "Petitioner contends that his plea was not knowing because nobody explained the "
        "immigration consequences.",
        "The plea is challenged for want of advice on immigration.",
    ),
    ("A juror may be removed only for cause or illness.", "Cause or illness is needed to remove a juror."),
    (
        "The judge may order a psychiatric evaluation when there is reason to doubt competence.",
        "The judge has discretion to order an evaluation where competence is in doubt.",
    ),
    (
        "The police could not have found the gun without the illegal entry.",
        "The gun would not have been found but for the illegal entry.",
    ),
    (
        "Unless the State shows attenuation, the confession must be suppressed.",
        "The State has to show attenuation to keep the confession.",
    ),
    (
        "He was arrested in March 2014 and indicted two years later.",
        "Two years passed between arrest and indictment.",
    ),
    (
        "The officers entered after hearing what they believed to be a scream.",
        "The officers said they had heard a scream.",
    ),
    (
        "The officers entered after hearing what they believed to be a scream.",
        "A supposed scream led the officers to enter.",
    ),
    ("The victim could not identify anyone in the lineup.", "The victim identified nobody in the lineup."),
    (
        "The trial lasted only two days and the State called three witnesses.",
        "The two-day trial had three State witnesses.",
    ),
    (
        "The prosecutor has broad discretion in plea bargaining but may not withdraw an accepted offer.",
        "An accepted plea offer cannot be withdrawn by the prosecutor.",
    ),
    (
        "The Court has never held that a curfew violation justifies a strip search.",
        "No holding of the Court allows a strip search for a curfew violation.",
    ),
    (
        "Counsel conceded guilt on the lesser offenses without asking his client.",
        "Counsel admitted guilt of the lesser offenses and had not consulted the client.",
    ),
    (
        "The warrant was issued on the basis of an affidavit that omitted the informant's record.",
        "The affidavit for the warrant left out the informant's record.",
    ),
    (
        "If convicted of all counts, he faced up to forty years.",
        "He faced a maximum of forty years on all counts.",
    ),
    (
        "The instruction allowed the jury to infer guilt from silence.",
        "Jurors were permitted to infer guilt from silence.",
    ),
    (
        "The lab report was admitted although the analyst did not testify.",
        "The analyst's report came in without her testimony.",
    ),
    (
        "The State says the search was consensual; the defendant says he was asleep.",
        "Consent to the search is disputed.",
    ),
    (
        "The officer thought that he smelled marijuana and searched the trunk.",
        "The officer searched the trunk, believing he smelled marijuana.",
    ),
    (
        "The question is whether a passenger may challenge the stop of the car.",
        "The case asks if a passenger can contest the stop.",
    ),
    (
        "The judge said that she would impose the maximum if the defendant went to trial.",
        "The judge threatened the maximum sentence in case of a trial.",
    ),
    (
        "The defendant was allegedly armed when the officers found him.",
        "Officers allegedly found the defendant armed.",
    ),
    (
        "The motion was denied largely because it was untimely.",
        "The main reason for denying the motion was that it was untimely.",
    ),
    (
        "The trial judge reasoned that the delay was attributable to the defendant's own motions.",
        "The delay was blamed on the defendant's motions.",
    ),
    (
        "Sergeant Bly recalled that the door was open and that nobody answered his call.",
        "By the sergeant's recollection, the door was open.",
    ),
    (
        "The boy said that he wanted to call his father, and the detective told him to wait.",
        "The boy's wish to call his father was put off by the detective.",
    ),
    (
        "The plea judge did not ask the defendant whether he understood the charge.",
        "No question about the charge was put to the defendant at the plea.",
    ),
    ("The officer asked for consent, and the driver signed a form.", "The driver gave written consent."),
    (
        "The victim suggested that they drive to the lake, and the defendant agreed.",
        "The victim proposed the drive to the lake.",
    ),
    (
        "Because the witness was unavailable, the State read his earlier testimony to the jury.",
        "The earlier testimony was read to the jury since the witness was unavailable.",
    ),
    (
        "The defense expert would have testified that the confession was coerced, but the court "
        "excluded her.",
        "The court barred the defense expert.",
    ),
    (
        "The detectives told him that his brother had already confessed, which was untrue.",
        "Detectives lied to him about a confession by his brother.",
    ),
    (
        "The sentence must be vacated because the judge relied on a dismissed charge.",
        "Reliance on a dismissed charge requires that the sentence be vacated, the brief argues.",
    ),
    (
        "The court assumed that the search was unlawful but found the error harmless.",
        "The court found any error harmless.",
    ),
    (
        "Officers may order a passenger out of a car only when specific facts warrant heightened caution.",
        "Ordering a passenger out requires specific facts that warrant caution.",
    ),
    (
        "If the jury had heard the recording, it would have understood that the threat was a joke.",
        "The recording would have shown the jury that the threat was a joke.",
    ),
    (
        "The prosecutor suggested in summation that the defendant had tailored his testimony.",
        "The prosecutor hinted at tailored testimony in summation.",
    ),
    (
        "Defendant was stopped as he left the store, where he had bought a soda.",
        "Defendant was leaving a store when he was stopped.",
    ),
    ("The court instructed the jury to disregard the remark.", "Jurors were told to disregard the remark."),
    ("There is no evidence that he knew of the weapon in the trunk.", "Knowledge of the weapon is unproven."),
    (
        "Where consent is the basis of a search, the State must show that it was knowing and voluntary.",
        "The State has to prove knowing and voluntary consent where it relies on it.",
    ),
    ("The appeal concerns only the sentence.", "The sentence is the sole subject of the appeal."),
    (
        "He was questioned for nine hours, and he was not allowed to sleep, according to his mother.",
        "His mother says that he could not sleep during nine hours of questioning.",
    ),
    (
        "The report stated that the blood might have come from either man.",
        "The blood could be either man's, the report said.",
    ),
    (
        "The affidavit relied on an informant who had never been used before.",
        "The informant behind the affidavit was untested.",
    ),
)
"""Supported, in words of its own."""
SURER_OR_WIDER = (
    ("The stop was lawful only if the officer saw the violation himself.", "The officer's stop was lawful."),
    ("The judge provisionally admitted the recording.", "The judge admitted the recording."),
    (
        "The expert's opinion was that the wound was probably caused by a knife.",
        "The wound was caused by a knife.",
    ),
    (
        "The police suspected that the apartment was used to sell drugs.",
        "The apartment was used to sell drugs.",
    ),
    (
        "Defendant contends that the warrant lacked probable cause.",
        "There was no probable cause for the warrant.",
    ),
    ("The State alleges that Reyes drove the car.", "Reyes drove the car."),
    ("The error was probably harmless.", "The error was harmless."),
    ("The study suggests that lineups are unreliable.", "The study proves that lineups are unreliable."),
    ("The remedy is usually a new trial.", "The remedy is always a new trial."),
    ("The remedy is usually a new trial.", "The remedy is a new trial."),
    ("Courts have sometimes excluded such statements.", "Courts exclude such statements in every case."),
    ("The informant said that Reyes kept a gun in the house.", "Reyes kept a gun in the house."),
    ("The conviction should be reversed.", "The conviction will be reversed."),
    ("Police believed the man had fled to Camden.", "The man had fled to Camden."),
    ("According to Lee, the officer struck him twice.", "The officer struck Lee two times."),
    ("Lee complained that the officer had struck him.", "The officer struck Lee."),
    ("A juror may be removed only for cause or illness.", "A juror may be removed."),
    (
        "The motion was denied largely because it was untimely.",
        "The motion was denied solely because it was untimely.",
    ),
    ("The lab report appeared to link him to the scene.", "The lab report proved that he was at the scene."),
    ("Trial counsel's mistake could have affected the outcome.", "Counsel's mistake affected the outcome."),
    (
        "The officer, with some hesitation, said that the man was the robber.",
        "The officer identified the man as the robber.",
    ),
    ("The court temporarily suspended the order.", "The court suspended the order."),
    ("The expert thought it likely that the fire was set.", "The fire was set, the expert found."),
    ("The judge was concerned that the jury might be biased.", "The judge found that the jury was biased."),
    (
        "Sergeant Bly recalled that the door was open and that nobody answered his call.",
        "The door was open and nobody answered.",
    ),
    ("The neighbor thought she heard two shots, perhaps three.", "Two shots were fired."),
    (
        "The court assumed that the search was unlawful but found the error harmless.",
        "The court held that the search was unlawful.",
    ),
    (
        "Officers may order a passenger out of a car only when specific facts warrant heightened caution.",
        "Officers may order a passenger out of a car.",
    ),
    ("The brief submits that the error was perhaps structural.", "The error was structural."),
    ("The dissent would have suppressed the gun.", "The gun was suppressed."),
    ("The lineup was arguably suggestive.", "The lineup was clearly suggestive."),
)
"""Surer than its source, or without what limits it."""
