import type { Actor } from "~/features/accounts/actor";
import { sizeText } from "~/features/media/media";
import type { ViewedWork, Viewing } from "~/features/media/viewed";
import { paths } from "~/paths";
import { findSample, listSamples } from "./listing.server";
import { coverFirst, factsOf, hostOf, type SampleView } from "./sample";

/**
 * A sample and its owner's other samples, for the viewer page. Null if it doesn't exist or the viewer may not see its
 * owner's profile, so that they can't tell which.
 */
export async function viewSample(viewer: Actor | null, sampleId: string): Promise<Viewing | null> {
  const found = await findSample(viewer, sampleId);
  if (!found) return null;
  const { owner } = found;
  const by = owner.fullName;
  const samples = coverFirst(await listSamples(owner.id));
  return {
    heading: `Work by ${by}`,
    home: paths.profile(owner.id),
    works: samples.map((sample) => workOf(sample, by, owner.id === viewer?.userId)),
  };
}

function workOf(sample: SampleView, by: string, isOwn: boolean): ViewedWork {
  const { id, kind, title, part, picture, file, url, linkTitle } = sample;
  return {
    id,
    title,
    by,
    facts: [...(part ? [part] : []), ...factsOf(sample)],
    picture,
    video: kind === "video" && file ? file : null,
    sound: kind === "audio" && file ? { mediaId: file.mediaId, peaks: file.peaks } : null,
    file:
      kind === "pdf" && file
        ? { mediaId: file.mediaId, words: `Download the PDF (${sizeText(file.bytes)})` }
        : null,
    link: url ? { url, words: `See ${linkTitle ? `“${linkTitle}”` : "it"} on ${hostOf(url)}` } : null,
    report: isOwn ? null : paths.reportThing("sample", id),
  };
}
