"""Capitalised words that are not names: roles and offices, and words that begin sentences.

A word that is missing here costs a sentence that could have been shown; a name that is listed here could be
changed unnoticed. So ``OFFICES`` holds no word that is also a surname or a place.
"""

from __future__ import annotations

OFFICES = frozenset(
    str.split(
        "i a an the this that these those it its he his she her they their them we our you your and or "
        "but nor of in on at to for from by with as is was were are be has had have not no yes if whether "
        "defendant defendants plaintiff plaintiffs petitioner petitioners respondent respondents "
        "appellant appellants appellee appellees cross-appellant movant movants claimant complainant "
        "amicus amici curiae brief briefs state states court courts trial judge judges jury juror jurors "
        "justice justices prosecution prosecutor prosecutors government counsel attorney attorneys "
        "defense police officer officers detective detectives witness witnesses victim victims party "
        "parties constitution constitutional statute statutes legislature congress motion motions order "
        "orders appeal appeals petition petitions indictment complaint conviction sentence verdict "
        "judgment evidence count counts point points section sections rule rules article exhibit exhibits "
        "question questions issue issues part testimony hearing suppression probation parole mr mrs ms"
    )
)
"""Capitalised words that are never names."""
CALENDAR = frozenset(
    str.split(
        "january february march april may june july august september october november december jan feb "
        "mar apr jun jul aug sept sep oct nov dec monday tuesday wednesday thursday friday saturday "
        "sunday"
    )
)
"""The names of months and days, which are checked with the numbers."""
INSTITUTIONS = frozenset(
    str.split(
        "university college school board commission committee agency department county city town township "
        "borough village company corporation bank act amendment amendments clause code division circuit "
        "panel president governor senator secretary mayor framers founders union church hospital "
        "association district office bureau service authority administration nation army navy military "
        "treaty convention directive law supreme appellate amicus constitution bar tribe republic senate "
        "house internet chief director commissioner superintendent administrator"
    )
)
"""Institutions; with an article and without a name they only say what something is: "the University"."""
PEOPLES = {
    form: name
    for name, forms in {
        "black": "black blacks",
        "white": "white whites caucasian caucasians",
        "american": "america american americans",
        "hispanic": "hispanic hispanics latino latinos latina latinas",
        "asian": "asian asians",
        "jewish": "jew jews jewish",
        "christian": "christian christians christianity",
        "muslim": "muslim muslims islam islamic",
        "indian": "indian indians",
        "african": "african africans",
        "mexican": "mexican mexicans mexico",
        "democrat": "democrat democrats democratic",
        "republican": "republican republicans",
        "european": "europe european europeans",
    }.items()
    for form in forms.split()
}
"""The names of peoples and parties, from each form to its normalized one."""
TITLES = {
    title: name
    for name, titles in {
        "officer": "officer officers off ofc patrolman patrolwoman ptl ptlm po",
        "detective": "detective detectives det",
        "sergeant": "sergeant sergeants sgt",
        "lieutenant": "lieutenant lt",
        "captain": "captain capt",
        "trooper": "trooper troopers tpr",
        "investigator": "investigator inv",
        "agent": "agent agents",
        "chief": "chief",
        "sheriff": "sheriff",
        "deputy": "deputy",
        "inspector": "inspector",
        "corporal": "corporal cpl",
        "judge": "judge judges hon honorable",
        "justice": "justice justices",
        "magistrate": "magistrate",
        "doctor": "doctor dr",
        "professor": "professor prof",
        "prosecutor": "prosecutor prosecutors",
        "attorney": "attorney attorneys",
        "governor": "governor gov",
        "president": "president",
        "senator": "senator sen",
        "representative": "representative rep",
        "warden": "warden",
        "mayor": "mayor",
    }.items()
    for title in titles.split()
}
"""The titles before names, from each form to its normalized one."""
POLITE = frozenset(str.split("mr mrs ms miss mister"))
"""The forms of address, which add nothing to a name."""
OPENERS = OFFICES | frozenset(
    str.split(
        "about above absent according accordingly accused across actual additional administrative "
        "admission admitting advocates affirming after afterward afterwards against agencies agents "
        "aggravating all allegedly allegations allowing almost alone along already also alternatively "
        "although always amid among amongst analysis another answering any anyone appellate applicants "
        "applying appointed arguing arguments arrest arrested arresting aside asked asking asserting "
        "asserts assuming authorities authority backup bail ballots bank banks based because before "
        "beginning behind being below beside besides between beyond blood bodily body both breath broad "
        "businesses buyers can case cases cash cell cellphone certain challenging changes charged charges "
        "charging child children citing citizens city civil claiming claims classification closing co- "
        "defendant co-defendants codefendant codefendants companies comparing concerning concluding "
        "conditions confessions confidential consent consequently considering construing consumers "
        "contending contraband contrary contributions convicted convictions corporations corrections "
        "could counties county credibility credible crime crimes criminal critics cross-examination "
        "currently custody customers damages data days death deaths decades deciding decision decisions "
        "delay deliberations denying depending deputies despite developers difficult direct disabled "
        "discipline discovery discrimination discussing dissenting concurring dna doctors documents does "
        "doing drivers driving drug drugs due during dying each earlier early eight eighteen either "
        "eleven elected election elections eleventh else embryonic emergency employees employers "
        "employment enforcement enforcing equal error errors especially even eventually every everyone "
        "everything evidentiary examining excessive excluding exclusion existing experts explaining "
        "eyewitness eyewitnesses facing facts failing failure fair false family farmers federal female "
        "few fifteen fifth fifty finally finding findings fingerprints first five following food for "
        "force forensic foreign former forty four fourteen fourth free frightened full further "
        "furthermore future gay general generally given giving gone governments granting guards guilty "
        "gun had half having hearsay held hence here high higher historically holding homeowners hospital "
        "hospitals hours how however human identification ignoring illegal immigrants immigration "
        "immunity in-court including individual individuals industry informants initially injured inmates "
        "innocent inside instead instructing instructions insurance insurers intent interest internal "
        "international interpreting into investigators invoking involuntary is issues issuing items jail "
        "joint journalists judging judicial jurisdiction jurisdictions juvenile juveniles keeping key "
        "knowing laboratory large last late later law laws lawful lawyer lawyers lay lead leaving legal "
        "legislative legislators lesser letting liability life like likewise limiting lineup local long "
        "lower made mail maintaining majority making male man mandatory manufacturers many marijuana "
        "marriage meanwhile media medical members men mental mere merely might military minor minors "
        "minutes misconduct mitigating modern money months more moreover most mother mothers much "
        "multiple municipal must national nearly neighbors neither never nevertheless new newly news next "
        "nine nineteen ninety ninth nobody none nonetheless nor nothing notwithstanding now nurses "
        "objecting observing offenders offenses officials often old on once one only opening operators "
        "opinion opponents opposing oral organizations other others otherwise outside over overall "
        "overruling owners parent parents part partial parties passengers past patients pending people "
        "per perhaps permitting persons phone photographs photos physical physicians plain points "
        "political pointing possession possible post-conviction preemption prejudice pretrial previously "
        "prior prison prisoners privacy private probable procedural proceedings producers proof proper "
        "property proposed prosecutorial protecting proving public punishment punishing questioned "
        "questioning questions quite race racial rather reading reasonable receiving recent recently "
        "recognizing records refusing regarding regardless regulations regulators rejecting relatedly "
        "relevant religious relying remarks reporters requiring rescuers research residents restitution "
        "retroactive reversing review reviewing right rights robbery routine rules ruling rulings rural "
        "said sales same saying scholars school schools scientific scientists search searches searching "
        "second secondly securities seeing seeking seized seizing self-defense selling sellers sentenced "
        "sentences sentencing separately separate seven seventeen seventh seventy several sex sexual "
        "shareholders shortly should showing similar similarly simply since six sixteen sixth sixty "
        "skilled small so social some someone something sometimes soon speakers speaking specifically "
        "standing statements statutory still stopping stops strict students studies subsequent "
        "subsequently substantial such suing supporters supporting surveillance suspects taken taking tax "
        "taxes taxpayers teachers ten tenth testifying testing than thanks then there thereafter "
        "therefore third thirdly thirteen thirty thousands threats three through throughout thus today "
        "together tort towns trade traffic treating trials tribal troopers twelve twenty two ultimately "
        "unable under undercover unless unlike until upholding upon urging use used users using various "
        "vehicles very video violence violations voluntary voters voting waiver warning warnings warrant "
        "warrantless warrants water weapons weeks what when whenever where whereas which while white who "
        "whoever whole whose why will wire wiretap with within without witnessing albeit amidst around "
        "beneath down near notably off out plus though toward towards underneath up via whatever "
        "whichever whom ammunition aliens autopsy bullets burglary bystanders cameras car cars cocaine "
        "complainants concurrent consecutive dispatchers domestic drunk duress entrapment felony felons "
        "firearms flight forfeiture heroin homicide inconsistent interrogators intoxication kidnapping "
        "larceny loss manslaughter mistrial murder narcotics negligence nonviolent parolees patrol "
        "patrolmen pistol plea pleas polygraph presumption probationers protesters publicity rape "
        "recklessness retrial robbers shots smoke spectators speedy stalking suspicion tapes theft "
        "trespass truck vehicle venue weapon wiretaps additionally advocacy affirmative alumni attempts "
        "attention barring bias bringing broader campus campuses class classes closer colleges college "
        "comparable competing competition compliance congressional conversely costs creating critical "
        "dedication demand democratic dependent different disparities distinct diverse diversity easily "
        "economic educational educators effective efforts elite ending enrollment enough entire equality "
        "experience extending faculty families financial flexible forcing foremost fraud gains goals "
        "graduates greater growing growth guaranteed harm harsh health helping hiring historic history "
        "ideas important increasing inequality institutions integration interests judgments lack lacking "
        "largely leaders leadership learning less lessons likely little lowering major market markets "
        "mass measures merit methods minimum minorities minority mixed modest narrow natural neutral "
        "noting numbers numerous occasionally ongoing opportunities opportunity overt patterns percentage "
        "percent permanent personal plans policies policy poor population position poverty power practice "
        "practices precedent precedents preference preferences preserving preventing pricing principles "
        "professional professors programs progress prohibiting promoting quality quotas raising real "
        "reasons recruiting reducing reform relief remedial remedies removing reporting required "
        "requirements respect restoring restrictions results returning rewarding rising risk risks scarce "
        "science seats segregated segregation selective serious setting shared sharing slavery slow "
        "societal society soldiers special stable staff standard standards stereotypes strong structural "
        "success support surveys systems targeted teaching technology temporary tests tolerance tools top "
        "total training treatment trends true trust underlying understanding uniform unions universities "
        "university unqualified urban values views virtually visitors wages wealth wealthy wide "
        "widespread winning women workers would years yet young youth abortion abortions acquittal "
        "admissions adolescents adults affidavits afternoons aircraft airplanes airports alcohol "
        "altercation alumnae ambush analogies analysts ancestry animals annual annually anyway anywhere "
        "apart apartments applicant appraisal apprentices approval architects arguably argument arrival "
        "arson assault assaults assembly athletes athletics attack attacks audiences aunts authors "
        "autonomy awards backpacks bailiffs basements beating beforehand belief beliefs beneficiaries "
        "benefits betrayal better beverages bicycles bigger bleeding bonuses borrowers brothers bruises "
        "buildings burdens buses cadets calls caregivers cartridges cats cattle certainly chemicals "
        "cigarettes citizenship classmates classrooms clearly clerks closings clothes clothing colleagues "
        "color colour commentators commonly commuters computers conceivably conscience constitutionally "
        "contractors contracts correctly countywide courses creditors curiously curricula curriculum "
        "custodians daily daughters daytime debtors denial depositions detention detentions diagnoses "
        "diagnosis diaries dignity disapproval diseases dismissal disposal dividends doctrine doctrines "
        "dogs domicile donors dormitories earthquakes easier economists editors elements elsewhere email "
        "emails emissions engineers enrollments enrolment entries entry erroneously ethnicity evenings "
        "everywhere explosions factors fairly fairness faster federally fewer fingerprint footage "
        "footprints forests fractures frankly fraternities frequently garages gender gloves grandparents "
        "groceries guardians guns hallways handguns happily heirs helicopters hereafter highways "
        "historians holsters honestly hotels houses hurricanes husbands identities identity illegally "
        "illness illnesses improperly inasmuch incorrectly indeed infants inference inferences injuries "
        "injury insiders insofar interns interpreters interrogation interrogations interrogatories "
        "interviewers invoices jackets judgements jurisprudence kids killing killings knives laboratories "
        "landlords laptops larger lasting lawfully leases lectures ledgers legally lenders letter letters "
        "libraries liquor listeners livestock loans locally looser magazines maybe meals medicine "
        "medicines messages midnight mistakenly monthly mornings mortgages motels motorcycles motorists "
        "nationality nationally nationwide neighbours newcomers nights nighttime normally nowhere "
        "objections obviously occupants oddly older onlookers openings ordinarily outsiders overnight "
        "pathologists pedestrians pediatricians penalties penalty pensions pesticides philosophers phones "
        "photo photograph picture pictures pills pistols plainly pleadings pollution poorer possibly "
        "powders pregnancy presumably presumptions printers probably properly proposal prosecutions "
        "psychiatrists psychologists publishers pupils purportedly pursuit quarrel rarely readers "
        "rebuttal rebuttals receipts recording recordings recruits referral refusal rehearsal relatives "
        "removal renewal renters reportedly rescue researchers residency restaurants reversal revolvers "
        "rifles rightly roommates sadly safety salaries scholarships secrecy security seizure seizures "
        "seldom shooting shootings shoppers shops shorter shotguns siblings sidewalks silence sisters "
        "slower smaller smartphones sneakers sociologists softer somewhere sooner sororities spouses "
        "stabbing stabbings staircases statewide stenographers stores stricter stronger subordinates "
        "subpoenas summations summonses supervisors suppliers supposedly surely surgery surprisingly "
        "survival symptoms syringes tablets taller teenagers teens tenants textbooks texts therapists "
        "thereby therein thereof tighter toddlers tomorrow tonight tourists toxicologists toxins "
        "traditionally trainees trains transcript transcripts translators trauma travelers treatments "
        "trustees trusts tuition tunnels typically uncles undoubtedly unfairly unlawfully usually "
        "vaccination vaccines vendors verdicts veterans viewers volunteers wallets weaker wealthier "
        "weather weekdays weekends weekly wetlands whereby wherein wildlife withdrawal wives worldwide "
        "worse worship worshippers wounds writers wrongly yearly yesterday recusal reliance compliance "
        "ignorance absence presence existence diligence competence incompetence reference deference "
        "difference differences interference assistance resistance acceptance allowance appearance "
        "attendance clearance continuance disturbance guidance maintenance ordinance performance "
        "relevance variance abundance avoidance disobedience confidence consequence consequences "
        "correspondence dependence independence intelligence occurrence adherence knowledge "
        "acknowledgment"
    )
)
"""Common words with which a sentence may begin. Within a sentence they must be in lower case, or stand in the
source."""
OPENING_ENDINGS = (
    "tion",
    "tions",
    "ously",
    "ically",
    "ities",
    "ivity",
    "ments",
    "nesses",
    "ability",
    "ibility",
    "ating",
    "izing",
    "ifying",
    "ances",
    "ences",
    "ists",
    "isms",
    "ships",
    "cies",
    "ually",
)
"""Word endings that names do not have."""
ROLES = frozenset(
    str.split(
        "defendant defendants plaintiff plaintiffs petitioner petitioners respondent respondents "
        "appellant appellants appellee appellees cross-appellant movant movants claimant complainant "
        "amicus amici curiae brief briefs jurors juror prosecutors prosecutor government counsel "
        "attorneys attorney defense prosecution police officers detectives detective witness witnesses "
        "victim victims parties congress legislature"
    )
)
"""Offices that stand before a name, or alone without an article."""
ALSO_NAMES = frozenset(
    str.split(
        "shorter rather nation said bigger larger older smaller overall "
        "bail bank banks below better bias blood bodily body breath broad brothers campus car case cash "
        "certain child christian city civil class clements college conception court courts crimes cross "
        "daily daughters days delay down drivers due early failing fair fairly faster flight force "
        "fraction frances free gains gay general given gun harm harsh hearing held high holding human "
        "husbands innocent judge justice justices keating key killings lack large late law laws lawyer "
        "lay lesser letters life like little long loss lower mail major man market marshal mass meals "
        "media medicine members men mention minor minors modest money must narrow near neighbors "
        "neighbours new numbers off officer old over parent parents part party people persons plain pleas "
        "point points poor power printers prior proper public race rape reading real reasons records "
        "remedies right rising risk rule rules sales scarce school schools search seats section sellers "
        "setting silence small smoke so speedy stable staff standard standing state states station still "
        "stops stores strong suing then threats tools top towns trial true union urban via wages warning "
        "water weather weekly weeks white black whites wide will winning wire women young counts agent "
        "captain corporal deputy doctor mayor president sergeant sheriff warden"
    )
)
"""Words that begin sentences, offices and titles that are surnames too (list of the US Census of 1990)."""
ADVERBS = frozenset(
    str.split(
        "below better daily early rather overall late later like over so still then weekly near off down"
    )
)
"""The words of ``ALSO_NAMES`` that may stand before a comma at the head of a sentence."""
OPENING_PAIRS = frozenset(
    f"{word} {after}"
    for word, afters in {
        "below": "is are",
        "better": "to",
        "certain": "of",
        "down": "in",
        "due": "to",
        "early": "in on",
        "given": "that",
        "held": "that in",
        "late": "in on",
        "like": "in other many any all",
        "little": "is was",
        "long": "after ago before",
        "near": "to",
        "over": "time objection",
        "prior": "to",
        "rather": "than",
        "so": "did is was too that",
        "still": "in on",
        "then": "came",
    }.items()
    for after in afters.split()
)
"""Pairs of a word of ``ALSO_NAMES`` and the next word in which the first is surely no name."""
FORENAMES = frozenset(("gay", "long", "major", "may", "will", "young"))
"""Words that begin sentences and are first names too, before a name."""
