import { PersonCard, PersonRow } from "~/features/discovery/components/person";
import type { FrameProps } from "~/features/media/components/frame";
import type { FramedSample } from "~/features/portfolio/sample";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import { Icon } from "~/ui/icon";
import { ButtonLink, Link } from "~/ui/parts";
import { Tabs } from "~/ui/tabs";
import { Pair } from "./pair";
import { isUpright } from "./shapes";

const here = sitePaths.devKit("people");

/** Leaves out the ID that the viewer returns to, because each frame is here twice. */
const framesOf = (work: FramedSample[]): FrameProps[] =>
  work.map(({ id, title, picture }) => ({ to: paths.view("sample", id, { from: here }), title, picture }));

const person = { personId: "", name: "Savannah Featherstonehaugh-Longname", avatarUrl: null };
const about = ["Video Editor", "Albuquerque, NM"];
const words = { title: "Video Editor" };

/** People in lists, as cards and as rows. */
export function KitPeople({ work }: { work: FramedSample[] }) {
  const upright = framesOf(work.filter(isUpright));
  const wide = framesOf(work.filter((sample) => sample.picture && !isUpright(sample)));
  const cards = [
    { title: "Three wide frames", frames: wide.slice(0, 3) },
    { title: "Frames of any ratio, side by side", frames: [...upright.slice(0, 1), ...wide.slice(0, 1)] },
    { title: "Fewer frames: the craft fills the row", frames: wide.slice(0, 1) },
    { title: "No work to show", frames: [] },
  ];
  return (
    <>
      {cards.map(({ title, frames }) => (
        <Pair key={title} title={title}>
          {() => (
            <ul className="people">
              <PersonCard
                person={person}
                about={about}
                percent={92}
                frames={frames}
                words={words}
                as="h3"
                actions={
                  <ButtonLink to={here} kind="secondary" small>
                    Message
                  </ButtonLink>
                }
                menu={<Link to={here}>Invite to a project</Link>}
              >
                <p>$65–$85 per hour · Available now</p>
              </PersonCard>
            </ul>
          )}
        </Pair>
      ))}
      <Pair title="Rows">
        {() => (
          <ul className="rows">
            <PersonRow person={person} end={<Icon name="next" />}>
              likes you back, waiting for room on their plan
            </PersonRow>
            <PersonRow person={{ ...person, name: "Kim" }}>Video Editor</PersonRow>
          </ul>
        )}
      </Pair>
      <Pair title="Filters as links">
        {(scheme) => (
          <Tabs
            asChips
            label={`Filter, ${scheme}`}
            items={["All", "New 3", "No messages yet"].map((label, index) => ({
              to: `${here}#${index}`,
              label,
              current: index === 0,
            }))}
          />
        )}
      </Pair>
    </>
  );
}
