import { db } from "~/platform/db.server";
import { defaultTone } from "./media";
import { keysOf } from "./removing.server";
import { reopen } from "./reopening.server";

/** A batch is small, because opening a picture takes a third of a second. */
const batch = 200;
/** The picture is small, because only its color is used. */
const shape = { isSquare: false, widths: [64], webpQuality: 1, avifQuality: 1 };

/**
 * The job: fills in the tone of pictures that were stored without one, a batch each time. Safe to repeat, as after an
 * error. Pictures that are missing or damaged get the default, so that they aren't opened again.
 */
export async function fillTones(): Promise<void> {
  const rows = await db.media.findMany({
    where: { kind: "image", tone: null },
    orderBy: { id: "asc" },
    take: batch,
    select: { id: true, fileKey: true, ending: true, widths: true },
  });
  for (const { id, ...stored } of rows) {
    const [smallest = ""] = keysOf({ ...stored, widths: [Math.min(...stored.widths)] });
    const { tone } = (await reopen("tones", smallest, shape)) ?? { tone: defaultTone };
    await db.media.updateMany({ where: { id, tone: null }, data: { tone } });
  }
}
