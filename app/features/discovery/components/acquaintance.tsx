import type { ReactNode } from "react";
import { Frame } from "~/features/media/components/frame";
import { SampleFrame } from "~/features/portfolio/components/sample-frame";
import { userTypeLabels } from "~/features/profiles/user-type";
import { paths } from "~/paths";
import type { Acquaintance } from "../acquainting.server";

/** What someone does, in one line: a contributor's first service; otherwise, their role. */
export const craftOf = ({ role, services }: Pick<Acquaintance, "role" | "services">) =>
  (role === "contributor" && services[0]) || userTypeLabels[role];

/** Frames of someone's work: their samples or, for a creator without any, the references of their briefs. */
export function workFrames(
  { work, brief }: Pick<Acquaintance, "work" | "brief">,
  from: string,
  sizes?: string,
): ReactNode[] {
  const samples = work.filter(({ picture }) => picture !== null);
  if (samples.length > 0)
    return samples.map((sample) => <SampleFrame key={sample.id} sample={sample} from={from} sizes={sizes} />);
  return (brief?.pictures ?? []).map(({ name, ...picture }, index) => (
    <Frame
      key={picture.mediaId}
      to={paths.view("reference", picture.mediaId, { from })}
      title={name || `Reference ${index + 1}`}
      picture={picture}
      sizes={sizes}
    />
  ));
}
