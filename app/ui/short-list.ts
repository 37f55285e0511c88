const shown = 3;

const moreThan = (names: readonly string[]) =>
  names.length > shown ? [`+${names.length - shown} more`] : [];

/** Up to three names, then "+2 more" if there are others. */
export const firstNames = (names: readonly string[]) => [...names.slice(0, shown), ...moreThan(names)];

/** The same in one line: "Editing, Sound, Color +2 more". */
export const shortList = (names: readonly string[]) =>
  [names.slice(0, shown).join(", "), ...moreThan(names)].join(" ");
