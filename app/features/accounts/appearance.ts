/** 'system' follows the device. */
export const appearances = ["system", "light", "dark"] as const;
export type Appearance = (typeof appearances)[number];

/** The class of <html> and its color-scheme; undefined for 'system'. */
export function chosenScheme(of: { appearance: Appearance } | null): "light" | "dark" | undefined {
  return of && of.appearance !== "system" ? of.appearance : undefined;
}
