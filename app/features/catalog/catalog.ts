/** One entry of a list, to choose or to show. */
export interface CatalogEntry {
  id: number;
  name: string;
}

export interface Service extends CatalogEntry {
  category: string;
  /** Set where creators can look for it. */
  needCategory: "creative" | "strategic" | null;
}

export interface Tool extends CatalogEntry {
  category: string;
  forCreators: boolean;
}

export interface VisualStyle extends CatalogEntry {
  forCreators: boolean;
}

type Names = Readonly<Record<number, string>>;

/** Every list by name, and the names by id. */
export interface Catalog {
  contentTypes: CatalogEntry[];
  services: Service[];
  tools: Tool[];
  visualStyles: VisualStyle[];
  brandTones: CatalogEntry[];
  byId: { contentTypes: Names; services: Names; tools: Names; styles: Names; tones: Names };
}

/** The groups in the order in which forms show them. */
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

/** The names of these ids; one that is not in the list is left out. */
export function namesOf(ids: readonly number[], list: Names): string[] {
  return ids.map((id) => list[id]).filter((name) => name !== undefined);
}
