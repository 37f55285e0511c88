import type { Actor } from "~/features/accounts/actor";
import { sizeText } from "~/features/media/media";
import type { ViewedWork, Viewing } from "~/features/media/viewed";
import { canSeeProfile, type ProfileStanding } from "~/features/visibility/standing";
import { isId } from "~/ids";
import { paths } from "~/paths";
import { readRows } from "~/platform/db.server";
import { type SampleRow, sampleViews } from "./listing.server";
import { coverFirst, factsOf, hostOf, type SampleView } from "./sample";

type Row = ProfileStanding & { fullName: string; samples: SampleRow[] };

/** $1 sample, $2 viewer or null. */
const viewedText = `
SELECT p.id, p.full_name AS "fullName", coalesce(p.user_type, 'creator') AS "userType", k.status,
       (SELECT samples FROM samples_of(p.id)) AS samples
  FROM work_samples s JOIN profiles p ON p.id = s.profile_id LEFT JOIN contributor_profiles k ON k.id = p.id
 WHERE s.id = $1 AND s.removed_at IS NULL AND EXISTS (SELECT FROM reachable($2, p.id))`;

/**
 * A sample and its owner's other samples, for the viewer. Null if there is none or the viewer may not see its owner's
 * profile, with no way to tell these apart.
 */
export async function viewSample(
  viewer: Pick<Actor, "userId" | "isAdmin"> | null,
  sampleId: string,
): Promise<Viewing | null> {
  if (!isId(sampleId)) return null;
  const [owner] = await readRows<Row>("portfolio-viewed", viewedText, [sampleId, viewer?.userId ?? null]);
  if (!owner || !canSeeProfile(owner, viewer)) return null;
  const samples = coverFirst(await sampleViews(owner.samples));
  return {
    heading: `Work by ${owner.fullName}`,
    home: paths.profile(owner.id),
    works: samples.map((sample) => workOf(sample, owner.fullName, owner.id === viewer?.userId)),
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
    file:
      kind === "pdf" && file
        ? { mediaId: file.mediaId, words: `Download the PDF (${sizeText(file.bytes)})` }
        : null,
    link: url ? { url, words: `See ${linkTitle ? `“${linkTitle}”` : "it"} on ${hostOf(url)}` } : null,
    report: isOwn ? null : paths.reportThing("sample", id),
  };
}
