import { paths } from "~/paths";

const places: readonly (readonly [path: string, label: string])[] = [
  [paths.discover(), "Keep swiping"],
  [paths.projectBrief(), "Create Project Post"],
  [paths.messages(), "Back to your messages"],
  [paths.saved(), "Back to your favorites"],
  [paths.projects(), "Back to your project"],
  ["/profile", "Back to the profile"],
];

/** The button's label of a link back to where a limit struck. */
export const returnWords = (from: string): string =>
  places.find(([path]) => from === path || from.startsWith(`${path}/`) || from.startsWith(`${path}?`))?.[1] ??
  "Back to where you were";
