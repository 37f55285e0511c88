import { paths } from "~/paths";

/**
 * Pages where a limit can stop people, with the label of the link back there. `unsent` is what they
 * couldn't send.
 */
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

/** The label of the link back to where someone reached a limit. */
export const returnWords = (from: string): string => placeAt(from)?.[1] ?? "Back to where you were";

/** What someone couldn't send when they reached a limit; undefined where nothing was lost. */
export const unsentWords = (from: string): string | undefined => placeAt(from)?.[2];
