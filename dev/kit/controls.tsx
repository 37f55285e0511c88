import { useContext } from "react";
import { StorageBar } from "~/features/media/components/storage-bar";
import { sitePaths } from "~/site-paths";
import { ClockContext } from "~/ui/clock";
import { HoverCard } from "~/ui/hover-card";
import { Icon } from "~/ui/icon";
import { MoreMenu } from "~/ui/more-menu";
import { Badge, type BadgeTone, Button, ButtonLink, Pager, SubmitButton } from "~/ui/parts";
import { ProgressBar } from "~/ui/progress-bar";
import { Tabs } from "~/ui/tabs";
import { Time } from "~/ui/time";
import { Pair } from "./pair";

const kinds = ["primary", "secondary", "soft", "quiet", "danger"] as const;
const tones: BadgeTone[] = ["positive", "warning", "negative", "info", "neutral"];
const here = sitePaths.devKit("controls");

const minute = 60_000;
const day = 24 * 60 * minute;

function Times() {
  const { now } = useContext(ClockContext);
  return (
    <p className="row">
      {[minute, day, 9 * day, 400 * day].map((ago) => (
        <Time key={ago} at={new Date(now - ago).toISOString()} />
      ))}
    </p>
  );
}

/** Buttons, links, badges and counts. */
export function Controls() {
  return (
    <>
      <Pair title="Buttons: at rest, small, with an icon, disabled, submitting. One primary per screen">
        {() =>
          kinds.map((kind) => (
            <div key={kind} className="row">
              <Button type="button" kind={kind}>
                {kind}
              </Button>
              <Button type="button" kind={kind} small>
                Small
              </Button>
              <Button type="button" kind={kind}>
                <Icon name="heart" /> Like
              </Button>
              <Button type="button" kind={kind} disabled>
                Disabled
              </Button>
              <SubmitButton kind={kind} pending="Saving..." busy>
                Save
              </SubmitButton>
            </div>
          ))
        }
      </Pair>
      <Pair title="Links as buttons, and as icons">
        {() => (
          <div className="row">
            <ButtonLink to={here}>Next step</ButtonLink>
            <ButtonLink kind="secondary" to={here}>
              Another
            </ButtonLink>
            <a href={here} className="icon-link">
              <Icon name="search" />
              <span className="visually-hidden">Search</span>
            </a>
          </div>
        )}
      </Pair>
      <Pair title="On film">
        {() => (
          <div className="film row kit-film">
            <Button type="button">primary</Button>
            <a href={here}>Headwaters, episode 1</a>
            <a href={here} className="icon-link">
              <Icon name="close" />
              <span className="visually-hidden">Close</span>
            </a>
          </div>
        )}
      </Pair>
      <Pair title="Counts">
        {() => (
          <p className="row">
            {["3", "99+"].map((count) => (
              <span key={count} className="unread-mark">
                {count}
              </span>
            ))}
          </p>
        )}
      </Pair>
      <Pair title="Badges, always with the word">
        {() => (
          <p className="row">
            {tones.map((tone) => (
              <Badge key={tone} tone={tone}>
                {tone}
              </Badge>
            ))}
          </p>
        )}
      </Pair>
      <Pair title="Meters: below 70%, 70% and up, 90% and up">
        {() =>
          [40, 75, 100].map((percent) => (
            <ProgressBar key={percent} percent={percent} label={`Messages: ${percent} of 100`} />
          ))
        }
      </Pair>
      <Pair title="Storage: some, nearly all">
        {() =>
          [1, 20].map((times) => (
            <StorageBar
              key={times}
              storage={{
                work: times * 70e6,
                messages: times * 20e6,
                projects: times * 9e6,
                waiting: times * 2e6,
              }}
            />
          ))
        }
      </Pair>
      <Pair title="Tabs">
        {(scheme) => (
          <Tabs
            label={`Folders, ${scheme}`}
            items={[
              { to: here, label: "All", current: true },
              { to: sitePaths.devKit("forms"), label: "New (3)", current: false },
              { to: sitePaths.devKit("boxes"), label: "Drafts", current: false },
            ]}
          />
        )}
      </Pair>
      <Pair title="Pages of a list: first, middle, last">
        {(scheme) => (
          <>
            <Pager label={`First, ${scheme}`} next={here} />
            <Pager label={`Middle, ${scheme}`} first={here} next={here} />
            <Pager label={`Last, ${scheme}`} first={here} />
          </>
        )}
      </Pair>
      <Pair title="A menu of rarely used actions">
        {(scheme) => (
          <MoreMenu label={`More, ${scheme}`}>
            <a href={here}>Invite to a project</a>
          </MoreMenu>
        )}
      </Pair>
      <Pair title="Times, in the reader's time zone, with the exact moment on hover">{() => <Times />}</Pair>
      <Pair title="An explanation on demand">
        {() => (
          <div className="relative">
            <HoverCard label="How this works">
              <p>Opens on click without script, and on hover and focus with it.</p>
            </HoverCard>
          </div>
        )}
      </Pair>
    </>
  );
}
