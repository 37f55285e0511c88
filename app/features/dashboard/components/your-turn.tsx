import { useContext } from "react";
import { paths } from "~/paths";
import { AvatarGroup } from "~/ui/avatar";
import { ClockContext } from "~/ui/clock";
import { daysUntil } from "~/ui/dates";
import { Icon } from "~/ui/icon";
import { Badge, ButtonLink, Link, NextLink } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { Turn } from "../home.server";

/** What's waiting for the member, latest first. Null if it couldn't be read. */
export function YourTurn({ turns }: { turns: readonly Turn[] | null }) {
  return (
    <section className="part" aria-labelledby="your-turn">
      <div className="row">
        <h2 id="your-turn">Your turn</h2>{" "}
        <NextLink to={paths.notifications()}>
          All<span className="visually-hidden"> notifications</span>
        </NextLink>
      </div>
      {!turns ? (
        <>
          <p role="alert">We couldn't load what's waiting for you.</p>
          <ButtonLink kind="secondary" to={paths.dashboard()}>
            Try Again
          </ButtonLink>
        </>
      ) : turns.length === 0 ? (
        <p className="muted">
          Nothing right now. <Link to={paths.discover()}>Find the next person to work with</Link>
        </p>
      ) : (
        <ul className="rows">
          {turns.map((turn) => (
            <TurnRow key={`${turn.kind} ${turn.to} ${turn.at}`} turn={turn} />
          ))}
        </ul>
      )}
    </section>
  );
}

function TurnRow({ turn: { kind, to, faces, title, text, at, badge } }: { turn: Turn }) {
  const isExpiring = kind === "expiring";
  const days = daysUntil(at, useContext(ClockContext));
  return (
    <li>
      {faces.length > 0 ? (
        <AvatarGroup people={faces} size="medium" />
      ) : (
        <span className="faces">
          <span className={`avatar avatar-medium ${isExpiring ? "hue-1" : "hue-4"}`}>
            <Icon name={isExpiring ? "brief" : "bell"} />
          </span>
        </span>
      )}{" "}
      <div className="txt">
        <Link className="over-link" to={to}>
          {isExpiring ? `A project expires ${daysWords(days)}` : title}
        </Link>
        {text && <p className="cut1">{text}</p>}
      </div>{" "}
      <div className="end">
        <Time at={at} as={isExpiring ? "day" : "recent"} /> {badge && <Badge>{badge}</Badge>}
        {kind === "talk" && !badge && (
          <span className="dot">
            <span className="visually-hidden">Unread</span>
          </span>
        )}
      </div>
    </li>
  );
}

const daysWords = (days: number) => (days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`);
