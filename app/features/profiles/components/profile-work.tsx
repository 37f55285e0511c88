import { useLocation } from "@remix-run/react";
import type { CSSProperties } from "react";
import { Frame, type FrameProps } from "~/features/media/components/frame";
import { titleOfFile } from "~/features/media/file-name";
import type { PictureView } from "~/features/media/media";
import { SampleFrame } from "~/features/portfolio/components/sample-frame";
import { drawingOf } from "~/features/portfolio/cover";
import { coverFirst } from "~/features/portfolio/sample";
import { paths } from "~/paths";
import { userTypeLabels } from "../user-type";
import type { ProfileView } from "../viewing.server";

/** A picture or other sample that a profile shows. Each opens the viewer. */
export interface ShownWork {
  id: string;
  kind: "sample" | "reference";
  title: string;
  /**
   * For a sample, the owner's part in it and the year; for a reference with a name of its own, its brief's title. The
   * viewer shows the rest.
   */
  facts: string[];
  picture: PictureView | null;
  sample: ProfileView["samples"][number] | null;
}

/** What a profile shows: the references of its open briefs, then its samples with the cover first. */
export function workOf({ samples, briefs }: Pick<ProfileView, "samples" | "briefs">): ShownWork[] {
  const references = briefs.flatMap(({ title, pictures }) =>
    pictures.map(({ name, ...picture }) => {
      const named = titleOfFile(name);
      return {
        id: picture.mediaId,
        kind: "reference" as const,
        title: named || title,
        facts: named ? [title] : [],
        picture,
        sample: null,
      };
    }),
  );
  const own = coverFirst(samples).map((sample) => ({
    id: sample.id,
    kind: "sample" as const,
    title: sample.title,
    facts: [sample.part || sample.service, sample.madeOn?.slice(0, 4)].filter((fact) => fact != null),
    picture: sample.picture,
    sample,
  }));
  return [...references, ...own];
}

function WorkFrame({
  work,
  ...options
}: { work: ShownWork } & Pick<FrameProps, "sizes" | "isFirst" | "showsTitle">) {
  const { pathname } = useLocation();
  if (work.sample) return <SampleFrame sample={work.sample} from={pathname} {...options} />;
  const anchor = `work-${work.id}`;
  return (
    <Frame
      id={anchor}
      to={paths.view("reference", work.id, { from: `${pathname}#${anchor}` })}
      title={work.title}
      picture={work.picture}
      {...options}
    />
  );
}

/**
 * The cover, uncropped. Without any work, a title card with the newest brief or, if there's none, what the person does.
 */
export function ProfileHero({ profile, work }: { profile: ProfileView; work: readonly ShownWork[] }) {
  const [cover, ...others] = work;
  const style = { "--tone": cover?.picture?.tone ?? drawingOf({ ...profile, personId: profile.id }).near };
  const [brief] = profile.briefs;
  return (
    <div
      className="profile-hero film"
      data-others={Math.min(others.length, 4)}
      style={style as CSSProperties}
    >
      {cover ? (
        <WorkFrame work={cover} sizes="(min-width: 64rem) 40rem, 100vw" isFirst />
      ) : brief ? (
        <Frame title={brief.title} note="Open brief" picture={null} to={paths.project(brief.id)} />
      ) : (
        <Frame title={profile.services[0] ?? userTypeLabels[profile.userType]} picture={null} />
      )}
    </div>
  );
}

/**
 * All the work except the cover. Phones show it as a row to swipe, wide screens as up to four tiles next to the cover.
 */
export function ProfileStrip({ work, name }: { work: readonly ShownWork[]; name: string }) {
  const { pathname } = useLocation();
  const [cover, ...others] = work;
  if (!cover || others.length === 0) return null;
  return (
    <div className="profile-strip" data-others={Math.min(others.length, 4)}>
      <ul className="strip" aria-label={`More work by ${name}`}>
        {others.map((one) => (
          <li key={one.id}>
            <figure>
              <WorkFrame work={one} sizes="(min-width: 64rem) 20rem, 16rem" showsTitle />
              <figcaption>
                <b>{one.title}</b> {one.facts.join(" · ")}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      {others.length > 4 && (
        <a className="all" href={paths.view(cover.kind, cover.id, { from: pathname })}>
          All {work.length} samples
        </a>
      )}
    </div>
  );
}
