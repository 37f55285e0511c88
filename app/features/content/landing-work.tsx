import type { ReactNode } from "react";
import { personWithin, slugOf } from "~/features/directory/directory";
import type { Counts, PersonWithWork } from "~/features/directory/listing.server";
import { Picture, toneStyle } from "~/features/media/components/picture";
import type { PictureView } from "~/features/media/media";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import { Avatar } from "~/ui/avatar";
import { Mark } from "~/ui/mark";

/** How many frames the contact sheet has. Rows have two or five, so it's a multiple of both. */
export const sheetSize = 10;
/** How many small cards are in the strip below it. More would exceed the byte budget of the first view. */
export const stripSize = 6;

/** Colors for title cards, which have no picture to take a color from. */
const tones = ["#7a4a18", "#134f42", "#3a3a5a", "#5a4a34", "#5a2a3a"];

/** The indexes of the frames that are circled in pencil. */
const circled = [0, 6];

/**
 * The landing page's contact sheet: people's covers with a name and a craft. If there are fewer people than frames,
 * title cards with crafts fill the rest.
 */
export function WorkSheet({
  people,
  crafts,
}: {
  people: readonly PersonWithWork[];
  crafts: Counts["services"];
}) {
  const frames: { key: string; to: string; frame: ReactNode }[] = [
    ...people.map((person, index) => ({
      key: person.personId,
      to: paths.profile(person.personId),
      frame: (
        <>
          <Frame picture={person.pictures[0]} isFirst={index < 6} />
          <span className="cut1">{person.name}</span>{" "}
          {person.craft && <span className="cut1">{personWithin(person.craft)}</span>}
        </>
      ),
    })),
    ...crafts.map(({ name, people: count }, index) => ({
      key: name,
      to: count > 0 ? sitePaths.contributorsOf(slugOf(name)) : paths.onboarding(),
      frame: (
        <span className="frame title" style={toneStyle({ tone: tones[index % tones.length] ?? null })}>
          <b>{name}</b> <span>{count > 0 ? `${count} vetted so far` : "You could be the first"}</span>
        </span>
      ),
    })),
  ];
  return (
    <ul className="contact film" aria-label="Contributors and their work">
      {frames.map(({ key, to, frame }, index) => (
        <li key={key}>
          <a href={to}>{frame}</a>
          {circled.includes(index) && <Mark />}{" "}
        </li>
      ))}
    </ul>
  );
}

/** Whether a picture is close enough to 16:9 to fill its frame. Others are shown whole. */
const isWide = ({ width, height }: PictureView) => width / height > 1.5 && width / height < 2.1;

function Frame({ picture, isFirst }: { picture: PictureView; isFirst: boolean }) {
  return (
    <span className={isWide(picture) ? "frame" : "frame whole"} style={toneStyle(picture)}>
      <Picture picture={picture} isFirst={isFirst} />
    </span>
  );
}

/** A row of small cards, each with two pieces of work, a face and a name. */
export function WorkStrip({ people }: { people: readonly PersonWithWork[] }) {
  return (
    <ul className="strip covers">
      {people.map(({ personId, name, avatarUrl, craft, pictures }) => (
        <li key={personId} className="mini film" style={toneStyle(pictures[0])}>
          <a href={paths.profile(personId)}>
            <span className="clip">
              {pictures.map((picture) => (
                <span key={picture.mediaId} className="frame">
                  <Picture picture={picture} />
                </span>
              ))}
            </span>
            <span className="by">
              <Avatar name={name} src={avatarUrl} size="small" />
              <span className="cut1">
                <b className="cut1">{name}</b> {craft}
              </span>
            </span>
          </a>{" "}
        </li>
      ))}
    </ul>
  );
}
