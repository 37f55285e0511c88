import type { PictureView } from "~/features/media/media";
import type { SampleView } from "~/features/portfolio/sample";

/** A picture without a description, in two widths. */
export const picture = (mediaId: string): PictureView => ({
  ...{ mediaId, width: 16, height: 9, widths: [320, 640], tone: null },
});

/** A sample called "Work" and its ID: a picture, unless `change` says otherwise. */
export const sample = (id: string, change: Partial<SampleView> = {}): SampleView => ({
  ...{ id, kind: "image", title: `Work ${id}`, part: "", service: null, madeOn: null },
  ...{ isCover: false, picture: picture(id), file: null, url: null, linkTitle: "", ...change },
});

/** The file of a sample that isn't a picture or a link: 2 MB and 75 seconds. */
export const file = (mediaId: string): NonNullable<SampleView["file"]> => ({
  ...{ mediaId, bytes: 2 * 2 ** 20, milliseconds: 75_000, width: 16, height: 9, peaks: [10, 90] },
});
