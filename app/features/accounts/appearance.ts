/** 'system': as the device has it. */
export const appearances = ["system", "light", "dark"] as const;
export type Appearance = (typeof appearances)[number];

/** The class of <html>, and what it says of color schemes; undefined for 'system'. */
export function chosenScheme(of: { appearance: Appearance } | null): "light" | "dark" | undefined {
  return of && of.appearance !== "system" ? of.appearance : undefined;
}
