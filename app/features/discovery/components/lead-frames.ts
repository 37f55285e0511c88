import type { FrameProps } from "~/features/media/components/frame";
import { titleOfFile } from "~/features/media/file-name";
import { frameOf } from "~/features/portfolio/components/sample-frame";
import { canLead } from "~/features/portfolio/sample";
import { paths } from "~/paths";
import type { CardView } from "../showing.server";

type Leading = Pick<CardView, "role" | "work" | "brief">;

/** A creator's references show what they're looking for, so they come before the creator's own samples. */
export const referencesOf = ({ role, brief }: Leading) => (role === "creator" ? (brief?.pictures ?? []) : []);

/**
 * The pictures that represent a person: a creator's references, or otherwise the samples that can lead a card, the
 * cover first.
 * @param from the current page's path, to return to from the full-size view
 */
export function leadFrames(person: Leading, from: string): FrameProps[] {
  const references = referencesOf(person);
  if (references.length > 0)
    return references.map(({ name, ...picture }, index) => ({
      id: `work-${picture.mediaId}`,
      to: paths.view("reference", picture.mediaId, {
        from: from.includes("#") ? from : `${from}#work-${picture.mediaId}`,
      }),
      title: titleOfFile(name) || `Reference ${index + 1}`,
      picture,
    }));
  return person.work.filter(canLead).map((sample) => frameOf(sample, from));
}
