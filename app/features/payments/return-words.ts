import { paths } from "~/paths";

/** `unsent` is what a limit keeps people from sending there. */
const places: readonly (readonly [path: string, label: string, unsent?: string])[] = [
  [paths.discover(), "Keep swiping"],
  [paths.projectBrief(), "Create Project Post", "Your project brief"],
  [paths.messages(), "Back to your messages", "Your message"],
  [paths.saved(), "Back to your favorites"],
  [paths.projects(), "Back to your project"],
  ["/profile", "Back to the profile"],
];

const placeAt = (from: string) =>
  places.find(([path]) => from === path || from.startsWith(`${path}/`) || from.startsWith(`${path}?`));

/** The button's label of a link back to where a limit struck. */
export const returnWords = (from: string): string => placeAt(from)?.[1] ?? "Back to where you were";

/** What couldn't be sent where a limit struck; undefined elsewhere. */
export const unsentWords = (from: string): string | undefined => placeAt(from)?.[2];
