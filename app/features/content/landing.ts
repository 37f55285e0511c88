/** The landing page's texts. `planned` marks features that have no screen yet. */

type Point = { title: string; text: string; planned?: true };

export const trustPoints: readonly Point[] = [
  {
    title: "0% platform fees",
    text: "Other platforms charge up to 20%. Here, you agree on a price and pay each other directly.",
  },
  {
    title: "Personally vetted",
    text: "A person reviews every contributor before they show up in a deck or a search.",
  },
  {
    title: "U.S.-based network",
    text: "Contributors are based in the United States. We turn down anyone who isn't.",
  },
];

export const steps: readonly Point[] = [
  {
    title: "Build your profile",
    text: "Tell us what you make or what you do, in four short steps. Every field is optional.",
  },
  {
    title: "Swipe",
    text: "One person at a time, with a match score and the reasons behind it. Like or Pass.",
  },
  {
    title: "Match and talk",
    text: "When you both like each other, it's a match and you can start talking.",
  },
];

export const features: readonly Point[] = [
  {
    title: "Scores with reasons",
    text: "Every match percentage says what you share: services, style, tools, budget.",
  },
  {
    title: "Swipe to match",
    text: "Use buttons, arrow keys or a drag. Undo the last swipe if your thumb slips.",
  },
  { title: "Availability statuses", text: "Know who's free to start before you write." },
  { title: "Direct messages", text: "Talk inside Matchcut, with everyone you matched with in one list." },
  { title: "Project rooms", text: "One place for a project's brief, files and people.", planned: true },
  { title: "Saved crews", text: "Keep the people you work well with together as a team.", planned: true },
];

export const reasons: readonly string[] = [
  "Matchcut takes no cut of what you pay each other.",
  "Contributors use Matchcut for free.",
  "You see why you match, not just that you match.",
  "Works on any phone, on slow connections and without JavaScript.",
  "You decide how you pay each other. Matchcut holds no money, so it offers no payment protection and doesn't mediate disputes.",
];

/** Examples of use, which aren't from real customers. Sample pictures of their styles are shown next to them. */
export const stories: readonly { quote: string; attribution: string; styles: readonly string[] }[] = [
  {
    quote:
      "I needed someone who cuts fast and writes hooks. I liked three editors one evening, and by morning one had liked me back.",
    attribution: "A video creator looking for an editor",
    styles: ["Documentary", "Hormozi-style", "Cinematic"],
  },
  {
    quote:
      "I set up my services and tools once. The creators I see need what I do, so the first message is about the work.",
    attribution: "A motion designer looking for work",
    styles: ["Animation / Motion Graphics", "Branded/Corporate", "Minimalist"],
  },
];

/** A short exchange between a creator and an editor, one on each side of the seam. */
export const seamTalk: readonly { who: "creator" | "editor"; text: string }[] = [
  { who: "creator", text: "I liked the pacing of your river trailer. Are you free in May?" },
  { who: "editor", text: "From the 4th on. Send me a rough cut and I'll start with the hook." },
];

export const stepTalk: readonly { isOwn: boolean; text: string }[] = [
  { isOwn: false, text: "Two ideas by Friday?" },
  { isOwn: true, text: "Three, if you send the title today." },
  { isOwn: false, text: "Deal." },
];

/** The example's choice of styles. The first one is shown as selected. */
export const stepStyles = ["Cinematic", "Animation / Motion Graphics", "Minimalist", "Documentary"];
