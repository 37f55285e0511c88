import type { AmountUnit } from "./amount";

export interface CatalogEntry {
  id: number;
  name: string;
}

export interface Service extends CatalogEntry {
  category: string;
  /** Which question of the creator form offers this service; null if none does. */
  needCategory: "creative" | "strategic" | null;
}

export interface Tool extends CatalogEntry {
  category: string;
  forCreators: boolean;
}

export interface VisualStyle extends CatalogEntry {
  forCreators: boolean;
}

export interface BudgetType extends CatalogEntry {
  /** The unit that its amounts usually have; null if it has no amount, only a note. */
  unit: AmountUnit | null;
}

type Names = Readonly<Record<number, string>>;

export interface Catalog {
  contentTypes: CatalogEntry[];
  services: Service[];
  tools: Tool[];
  visualStyles: VisualStyle[];
  brandTones: CatalogEntry[];
  budgetTypes: BudgetType[];
  byId: { contentTypes: Names; services: Names; tools: Names; styles: Names; tones: Names; budgets: Names };
}

export const serviceGroups = [
  "Product & Development",
  "Design & Branding",
  "Content & Copy",
  "Media & Video",
  "Marketing & Growth",
  "Community & Operations",
] as const;

export const toolGroups = [
  "Design Tools",
  "Video & Audio Editing",
  "No-Code & Web",
  "AI & Automation",
  "Analytics & Ads",
] as const;

/** Skips unknown IDs. */
export function namesOf(ids: readonly number[], list: Names): string[] {
  return ids.map((id) => list[id]).filter((name) => name !== undefined);
}

/** The same items, starting with those that are wanted, in that order. Many pages show only someone's first service. */
export function startingWith<Item>(
  items: readonly Item[],
  wanted: readonly (Item | null | undefined)[],
): Item[] {
  const first = wanted.filter((item): item is Item => items.some((one) => one === item));
  return [...new Set([...first, ...items])];
}
