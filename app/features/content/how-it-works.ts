export const sixSteps: readonly { title: string; text: string }[] = [
  {
    title: "Choose your side",
    text: "Creators are looking for help. Contributors offer it. You choose when you start.",
  },
  {
    title: "Build your profile",
    text: "Four short steps: who you are, your style, your tools, the services you need or offer. Every field is optional, and a fuller profile matches better.",
  },
  {
    title: "Get reviewed",
    text: "Contributors are vetted by a person, usually within 1-2 business days. Creators can start at once.",
  },
  {
    title: "Like or Pass",
    text: "Your deck shows one person at a time, best fits first. A passed person may return after 30 days. You can undo your last swipe.",
  },
  {
    title: "Match and message",
    text: "When both of you like each other you match, and the conversation opens.",
  },
  {
    title: "Work together",
    text: "Agree on the scope, the price and the dates, and pay each other directly. Matchcut takes 0% and doesn't hold payments or mediate disputes.",
  },
];

export const comparedThings: readonly { title: string; text: string }[] = [
  { title: "Services", text: "What one side needs against what the other offers. It counts most." },
  { title: "Visual styles", text: "The looks you both work in." },
  { title: "Tools", text: "The software you share." },
  { title: "Experience", text: "How experienced the contributor is." },
  { title: "Availability", text: "Who is free to start." },
  { title: "Budget", text: "What one side plans to pay against what the other charges." },
];

export const bands = [
  { band: "band-90", range: "90-99%", text: "You share nearly everything that was compared." },
  { band: "band-80", range: "80-89%", text: "A strong fit, with a few differences." },
  { band: "band-70", range: "70-79%", text: "A fair fit: read the reasons." },
  { band: "band-60", range: "60-69%", text: "Little in common yet." },
] as const;
