import type { Acquaintance } from "~/features/discovery/acquainting.server";
import type { DeckCard } from "~/features/discovery/components/deck-card-face";
import type { PictureView } from "~/features/media/media";
import type { FramedSample } from "~/features/portfolio/sample";

/** A stored picture that's wide unless its size says otherwise. */
export const pictureOf = (mediaId: string, width = 1600, height = 900): PictureView => ({
  ...{ mediaId, width, height, widths: [320, 640, 1280], tone: "#123456", alt: null },
});

export const sampleOf = (id: string, change: Partial<FramedSample> = {}): FramedSample => ({
  ...{ id, kind: "image", title: `Work ${id}`, picture: pictureOf(id), file: null },
  ...change,
});

type Person = DeckCard & Acquaintance;

/** Someone with a profile that says nothing but a name, for components that show people. */
export const personOf = (change: Partial<Person> = {}): Person => ({
  ...{ key: "key", personId: "ana", name: "Ana Reyes", avatarUrl: null, role: "contributor", location: "" },
  ...{ bio: "", availability: "available", priceRange: "", services: [], tools: [], likesYou: false },
  ...{ hasPriority: false, match: null, work: [], brief: null, matchedAt: null, project: null },
  ...change,
});

export const briefOf = (
  change: Partial<NonNullable<Person["brief"]>> = {},
): NonNullable<Person["brief"]> => ({
  ...{ id: "brief", title: "River series", description: "", budget: "", count: 1, pictures: [] },
  ...change,
});

/** A match score with what the two share. */
export const matchOf = (
  percent: number,
  change: Partial<NonNullable<Person["match"]>["shared"]> = {},
  reasons: string[] = [],
) => ({
  ...{ percent, reasons, shared: { services: [], styles: [], tools: [], ...change } },
});
