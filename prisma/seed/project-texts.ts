/** {show} and {service} are filled in. */
export const projectTitles = [
  "{service} for {show}",
  "{show} needs a {service}",
  "{service}, to stay",
  "Help {show} keep its pace: {service}",
  "One season of {show}, one {service}",
  "{service} for a weekly release",
  "A second pair of hands for {show}",
  "{service} for the relaunch of {show}",
  "Pilot month: {service}",
  "{service} with a calm process",
];

export const projectOpenings = [
  "{show} comes out every week, and I want to stop doing this part myself.",
  "We are two people behind {show}, and this is the part that neither of us is good at.",
  "{show} has grown faster than my evenings have.",
  "I have done this alone for three years. It shows, and not in a good way.",
  "The next season of {show} is planned and half of it is recorded.",
  "Our last {service} has moved on, on good terms, and left a tidy folder.",
  "I am relaunching {show} with fewer episodes and more care for each.",
  "A sponsor pays for this season, so there is a real budget and a real calendar.",
];

export const projectWishes = [
  "I plan four weeks ahead and give one round of notes for each piece.",
  "We start with one paid test piece. If both sides like it, we go on from month to month.",
  "You get a folder, a rough order and my notes; you decide the rest.",
  "Please keep what makes it ours: long takes, plain words, no shouting.",
  "Nothing has to happen at night or on a weekend.",
  "I would rather have one good idea in every piece than five effects.",
  "You work with me directly; there is no committee.",
  "Our viewers notice sound first, so that is where I would begin.",
];

export const projectClosings = [
  "Tell me how you work, and show me one thing that you are proud of.",
  "A link to one finished piece says more than a long letter.",
  "If the dates do not suit you, tell me which would.",
  "I answer everybody, usually within two days.",
  "Beginners with a good eye are welcome.",
  "Say what you would change in our last episode.",
];

export const deliverables = [
  "Four finished pieces with project files",
  "One pilot, then a weekly piece",
  "Source files and exports for every platform",
  "Two concepts for each episode, one of them finished",
  "Eight short pieces a month, with captions",
  "A first version within five days and one round of changes",
  "A style guide of two pages, so that others can go on with it",
];

export const timelines = [
  "Two weeks",
  "One month",
  "Ongoing, weekly",
  "Before the end of the quarter",
  "Ten episodes, one every Thursday",
  "Six weeks, with a week off in the middle",
];

/** Screening questions with applicants' answers. */
export const screening = [
  {
    question: "Which piece of yours is closest to this, and what was your part in it?",
    answers: [
      "The market series behind my link: I did all of it but the sound.",
      "A tutorial channel's second year. I took over from somebody else and kept the look.",
      "Three films for a museum. Slow, warm, with a lot of room for voices.",
    ],
  },
  {
    question: "When could you start?",
    answers: ["Next Monday.", "In two weeks, after my present season ends.", "Today, if you like."],
  },
  {
    question: "How many pieces a month do you have room for?",
    answers: ["Four, comfortably.", "Two at first, more from next month.", "Six, if the notes come early."],
  },
  {
    question: "What would you change about our last episode?",
    answers: [
      "I would cut the first minute in half and start with the ferry.",
      "Nothing big. The music is a little loud under the interviews.",
      "The title promises more than the episode keeps; I would change the title.",
    ],
  },
  {
    question: "How do you like to receive notes?",
    answers: ["In one list, with times.", "On a call, and I write them down.", "Right in the project file."],
  },
];

export const applicationOpenings = [
  "This sounds like the kind of work that I do best.",
  "I have watched {show} since last year and would love to be part of it.",
  "I just finished a season with somebody, so my calendar has room from next week on.",
  "I work alone, answer within a day and send a first version early.",
  "The way you describe the process is how I like to work, too.",
  "I did something very close to this in spring; it is behind the link.",
  "My rate fits what you have written, and so does my pace.",
  "Eight years of this work, most of it for shows of your size.",
];

export const applicationClosings = [
  "Happy to do a paid test piece.",
  "Ask me anything, and thank you for reading.",
  "I could begin on a Monday of your choice.",
  "Two people whom I have worked with for years can tell you more.",
  "If you prefer a call first, I am free most mornings.",
];

/** Notes that applicants read; most declines have none. */
export const declineNotes = [
  "",
  "",
  "Thank you. Somebody with more experience in our subject was available.",
  "Your samples are lovely. The dates did not work out this time.",
  "We went with somebody in our time zone. Please apply again for the next season.",
];

/** Notes that only the owner reads. */
export const privateNotes = [
  "Strong first minute in the sample. Ask about sound.",
  "Too expensive for the whole season, maybe for the trailer.",
  "Knows the river. Call first.",
  "Very fast answers.",
];
