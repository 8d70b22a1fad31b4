"""Made-up sentences of briefs, each with a claim in other words that it supports, or one that is wrong."""

from __future__ import annotations

SUPPORTED = (
    (
        "Mr. Alvarez did not give the detective permission to open the trunk.",
        "Mr. Alvarez never gave the detective permission to open the trunk.",
    ),
    (
        "Before the grand jury, the witness said that the shooter wore a red cap.",
        "The witness told the grand jury that the shooter wore a red cap.",
    ),
    (
        "During summation the prosecutor remarked that the defendant had not called his sister as a witness.",
        "In closing, the prosecutor commented on the defendant's failure to call his sister as a witness.",
    ),
    (
        "The court held that an anonymous tip suffices for a stop.",
        "The court held that an anonymous tip is enough for a stop.",
    ),
    (
        "The officers went into the apartment without a warrant and seized a laptop.",
        "Officers entered the apartment without a warrant and took a laptop.",
    ),
    (
        "The judge declined to give the jury an instruction on self-defense.",
        "The judge refused to instruct the jury on self-defense.",
    ),
    (
        "Counsel failed to object when the State played the recording.",
        "Defense counsel did not object to the playing of the recording.",
    ),
    (
        "The panel set aside the conviction and ordered a new trial.",
        "The conviction was vacated, and a new trial was ordered.",
    ),
    (
        "The State concedes that the search warrant had expired when it was executed.",
        "The State admits that the warrant was no longer valid when it was executed.",
    ),
    (
        "The trial court found the confession voluntary and let the jury hear it.",
        "The trial court held that the confession was voluntary and admitted it.",
    ),
    (
        "At the hearing, the sergeant acknowledged that he had not read the suspect his rights.",
        "The sergeant admitted at the hearing that the suspect was not read his rights.",
    ),
    (
        "The defendant argues that the lineup was unduly suggestive.",
        "The defense claims that the lineup was too suggestive.",
    ),
    (
        "The store's clerk was the only person who saw the robber's face.",
        "Only the clerk saw the face of the robber.",
    ),
    (
        "The judge imposed a prison term without explaining why he rejected probation.",
        "The judge did not explain why he rejected probation when he imposed a prison term.",
    ),
    (
        "Whether the police needed a warrant to fly a drone over the fenced yard.",
        "The question is whether police may fly a drone over a fenced yard without a warrant.",
    ),
    (
        "THE TRIAL COURT ERRED IN EXCLUDING THE TESTIMONY OF THE ALIBI WITNESS.",
        "The brief contends that it was error to exclude the alibi witness's testimony.",
    ),
    (
        "The juror told the bailiff that she had read about the case in a newspaper.",
        "A juror said to the bailiff that she had seen a newspaper article about the case.",
    ),
    (
        "The prosecution withheld the laboratory's notes until after the verdict.",
        "The prosecution did not disclose the laboratory notes before the verdict.",
    ),
    (
        "Because the interpreter fell ill, the hearing was postponed to the next week.",
        "The hearing was moved to the next week because of the interpreter's illness.",
    ),
    (
        "The statute allows a judge to dismiss a minor charge in the interest of justice.",
        "Under the statute, a judge may dismiss a minor charge in the interest of justice.",
    ),
    (
        "The patrolman had no reason to suspect that the cyclist was carrying drugs.",
        "The patrolman lacked any reason to suspect that the cyclist carried drugs.",
    ),
    (
        "The detective asked the suspect to sign a waiver, and she refused.",
        "The suspect refused to sign a waiver when the detective asked.",
    ),
    (
        "The court reasoned that the hallway was open to every tenant.",
        "The court's reasoning was that every tenant could use the hallway.",
    ),
    (
        "Trial counsel never met with the alibi witness.",
        "Trial counsel did not meet the alibi witness at any time.",
    ),
    (
        "The nurse drew the driver's blood without his consent.",
        "The driver's blood was drawn by a nurse, and he had not consented.",
    ),
    (
        "The State relies on a statement that the defendant made in the police car.",
        "The State's case rests on a statement made by the defendant in the police car.",
    ),
    (
        "The officer smelled marijuana and ordered the passengers out of the car.",
        "After smelling marijuana, the officer told the passengers to get out of the car.",
    ),
    (
        "The jury acquitted the defendant of murder but convicted him of manslaughter.",
        "The jury found the defendant not guilty of murder and guilty of manslaughter.",
    ),
    (
        "The judge denied the request for a hearing on the identification.",
        "The judge denied a hearing on the identification.",
    ),
    (
        "The appeal presents the question whether a parent may consent to the search of a child's bedroom.",
        "At issue is whether a parent can consent to a search of a child's bedroom.",
    ),
    (
        "Amicus urges the Court to require that interrogations be recorded.",
        "Amicus asks the Court to make recording of interrogations mandatory.",
    ),
    (
        "The video contradicts the officer's report.",
        "The officer's report is contradicted by the video.",
    ),
    (
        "He was arrested inside his home.",
        "The arrest took place in his home.",
    ),
    (
        "The victim testified that she could not see the face of the man who grabbed her purse.",
        "According to the victim, she could not see the face of the man who took her purse.",
    ),
    (
        "The Appellate Division reversed, finding that the officers lacked probable cause.",
        "The Appellate Division reversed because there was no probable cause.",
    ),
    (
        "The prosecutor struck every Black member of the jury pool.",
        "The prosecutor removed all Black prospective jurors from the panel.",
    ),
    (
        "The expert would have explained how stress affects memory.",
        "The expert's testimony would have dealt with the effect of stress on memory.",
    ),
    (
        "No physical evidence tied the defendant to the burglary.",
        "There was no physical evidence connecting the defendant with the burglary.",
    ),
    (
        "The warrant did not describe the basement apartment.",
        "The basement apartment was not described in the warrant.",
    ),
    (
        "The trial judge never inquired whether the juror could be fair.",
        "The judge failed to ask if the juror could be impartial.",
    ),
    (
        "None of the officers wore body cameras that night.",
        "The officers were not wearing body cameras that night.",
    ),
    (
        "The State did not dispute that the door was locked.",
        "It was undisputed that the door was locked.",
    ),
    (
        "The warrant was invalid because it lacked a date.",
        "Without a date, the warrant was not valid.",
    ),
    (
        "The witness was unable to identify anyone in the lineup.",
        "The witness could not identify anyone in the lineup.",
    ),
    (
        "The court rejected the argument that the tip was unreliable.",
        "The court did not accept the argument that the tip was unreliable.",
    ),
    (
        "The officers lacked consent and had no warrant.",
        "The officers had neither consent nor a warrant.",
    ),
    (
        "The judge refused to excuse the juror who knew the victim.",
        "A juror who knew the victim was not excused.",
    ),
    (
        "The defendant was not present when the jury's question was answered.",
        "The jury's question was answered in the defendant's absence.",
    ),
    (
        "Counsel's decision not to call the expert was unreasonable.",
        "It was unreasonable of counsel not to call the expert.",
    ),
    (
        "The statute does not apply to juveniles.",
        "Juveniles are not covered by the statute.",
    ),
    (
        "The prosecutor improperly vouched for the witness.",
        "The brief says that the prosecutor's vouching for the witness was improper.",
    ),
    (
        "There was no reason to believe that the car was stolen.",
        "The car was not thought to be stolen for any good reason.",
    ),
    (
        "The lab could not determine whose blood it was.",
        "Whose blood it was remained unknown to the lab.",
    ),
    (
        "The defendant denied that he had been at the bar.",
        "The defendant said that he had not been at the bar.",
    ),
    (
        "The officer did not have probable cause to arrest him.",
        "Probable cause for his arrest was lacking.",
    ),
    (
        "The State failed to preserve the recording.",
        "The recording was not preserved by the State.",
    ),
    (
        "The court found that the delay was not the defendant's fault.",
        "The court did not blame the defendant for the delay.",
    ),
    (
        "The victim was too far away to see the gunman clearly.",
        "The victim could not see the gunman clearly from where she stood.",
    ),
    (
        "The defendant did not receive notice of the hearing.",
        "No notice of the hearing was given to the defendant.",
    ),
    (
        "The court excluded the evidence of the victim's violent past.",
        "The jury was not allowed to hear of the victim's violent past.",
    ),
)

WRONG = (
    (
        "Mr. Alvarez did not give the detective permission to open the trunk.",
        "Mr. Alvarez gave the detective permission to open the trunk.",
    ),
    (
        "Before the grand jury, the witness said that the shooter wore a red cap.",
        "The shooter wore a red cap.",
    ),
    (
        "The officers went into the apartment without a warrant and seized a laptop.",
        "The officers went into the apartment with a warrant and seized a laptop.",
    ),
    (
        "The State concedes that the search warrant had expired when it was executed.",
        "The State denies that the search warrant had expired when it was executed.",
    ),
    (
        "The trial court found the confession voluntary and let the jury hear it.",
        "The trial court found the confession coerced and let the jury hear it.",
    ),
    (
        "The judge sentenced him to probation.",
        "The judge sentenced him to prison.",
    ),
    (
        "The opinion relied on an earlier ruling about curtilage.",
        "The opinion overruled an earlier ruling about curtilage.",
    ),
    (
        "THE TRIAL COURT ERRED IN EXCLUDING THE TESTIMONY OF THE ALIBI WITNESS IN THE PETITION.",
        "The trial court erred in excluding the alibi witness's testimony in the petition.",
    ),
    (
        "Did the judge abuse his discretion in denying the petition?",
        "The judge abused his discretion in denying the petition.",
    ),
    (
        "The patrolman had no reason to suspect that the cyclist was carrying drugs.",
        "The patrolman had reason to suspect that the cyclist was carrying drugs.",
    ),
    (
        "Trial counsel never met with the alibi witness.",
        "Trial counsel met with the alibi witness.",
    ),
    (
        "The brief submits that the statement was coerced.",
        "The statement was coerced.",
    ),
    (
        "The petition alleges that counsel slept during the trial.",
        "Counsel slept during the trial.",
    ),
    (
        "The court assumed that the stop was lawful.",
        "The stop was lawful.",
    ),
    (
        "The video contradicts the officer's report.",
        "The video confirms the officer's report.",
    ),
    (
        "The Appellate Division affirmed, finding that the officers had probable cause.",
        "The Appellate Division reversed, finding that the officers had probable cause.",
    ),
    (
        "None of the officers wore body cameras that night.",
        "The officers wore body cameras that night.",
    ),
    (
        "The record contains no evidence that the defendant knew of the drugs.",
        "The record contains evidence that the defendant knew of the drugs.",
    ),
    (
        "The warrant was invalid because it lacked a date.",
        "The warrant was valid because it had a date.",
    ),
    (
        "The court rejected the argument that the tip was unreliable.",
        "The court accepted the argument that the tip was unreliable.",
    ),
    (
        "The officers lacked consent and had no warrant.",
        "The officers had consent and a warrant.",
    ),
    (
        "The defendant was not present when the jury's question was answered.",
        "The defendant was present when the jury's question was answered.",
    ),
    (
        "The statute does not apply to juveniles.",
        "The statute applies to juveniles.",
    ),
    (
        "The defendant denied that he had been at the bar.",
        "The defendant admitted that he had been at the bar.",
    ),
    (
        "The defendant did not receive notice of the hearing.",
        "The defendant received notice of the hearing.",
    ),
    (
        "The court excluded the evidence of the victim's violent past.",
        "The court allowed the jury to hear of the victim's violent past.",
    ),
    (
        "The officer did not have probable cause to arrest him.",
        "The officer had probable cause to arrest him.",
    ),
    (
        "The officer did not take notes or make a recording.",
        "The officer took notes and made a recording.",
    ),
    (
        "The brief does not discuss the harm to the child.",
        "The brief discusses the harm to the child.",
    ),
    (
        "The policy did not include an exception for emergencies.",
        "The policy included an exception for emergencies.",
    ),
)
