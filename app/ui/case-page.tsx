import type { ReactNode } from "react";
import { Icon } from "./icon";
import { KeyLegend, KeysProvider, pressKey, useKeys } from "./keys";
import { Link } from "./parts";

interface CaseProps {
  title: ReactNode;
  /** The heading that gets the focus on arrival, which has the ID "case", is then inside `children`. */
  isNamedBelow?: boolean;
  place: {
    at: number | null;
    count: number;
    isMore: boolean;
    previous: string | null;
    next: readonly string[];
  };
  /** Returns the URL of another case. */
  caseAt: (id: string) => string;
  list: { to: string; label: string };
  /** Explains the other keys. Listed after "next" and "back". */
  keys?: ReactNode;
  /** Above both columns. */
  notice?: ReactNode;
  /** The facts and the work. */
  children: ReactNode;
  decision: ReactNode;
  /** Below the facts; on phones, below the decision. */
  more?: ReactNode;
}

/**
 * One case that an admin decides: facts and work on the left, the decision on the right, and a link to the next case.
 */
export function CasePage(props: CaseProps) {
  return (
    <KeysProvider>
      <Case {...props} />
    </KeysProvider>
  );
}

function Case({
  title,
  isNamedBelow,
  place: { at, count, isMore, previous, next },
  caseAt,
  list,
  keys,
  notice,
  children,
  decision,
  more,
}: CaseProps) {
  const { isOn } = useKeys();
  const [following] = next;
  const waiting = `${count}${isMore ? "+" : ""}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys press what's in it
    <div className="case" onKeyDown={isOn ? pressKey : undefined}>
      <div className="case-head">
        <h1 {...(isNamedBelow ? {} : named)}>{title}</h1>
        <p className="muted">{at ? `${at} of ${waiting}` : `${waiting} waiting`}</p>
        <nav aria-label="Cases">
          {previous && (
            <Link className="icon-link" rel="prev" to={`${caseAt(previous)}#case`} data-key="k">
              <Icon name="previous" />
              <span className="visually-hidden">Previous case</span>
            </Link>
          )}{" "}
          {following && (
            <Link className="icon-link" rel="next" to={`${caseAt(following)}#case`} data-key="j">
              <Icon name="next" />
              <span className="visually-hidden">Next case</span>
            </Link>
          )}
        </nav>
        <KeyLegend when="the case has focus">
          <KeyWords cap="J" /> <KeyWords cap="K">next, back</KeyWords> {keys}
        </KeyLegend>
      </div>
      {notice}
      <div className="vet">
        <div className="vet-work">{children}</div>
        <div className="vet-decision">{decision}</div>
        {more && <div className="vet-more">{more}</div>}
      </div>
      <p>
        <Link to={list.to}>{list.label}</Link>
      </p>
    </div>
  );
}

/** For the heading that gets the focus when its case comes next. */
export const named = { id: "case", tabIndex: -1 };

/** A key in the legend, with what it does. */
export function KeyWords({ cap, children }: { cap: string; children?: ReactNode }) {
  return (
    <span>
      <kbd className="keycap">{cap}</kbd> {children}
    </span>
  );
}

/** On phones, links to the decision while it's out of view. */
export function ToDecision({ children = "Decide" }: { children?: ReactNode }) {
  return (
    <p className="case-dock case-to">
      <a className="btn btn-primary" href="#decide">
        {children}
      </a>
    </p>
  );
}

/** Leads back to the case that was just decided, to undo the decision. */
export function LastDecision({ to }: { to: string }) {
  return (
    <p className="notice case-undo">
      Changed your mind? <Link to={`${to}#case`}>Back to the last one</Link>
    </p>
  );
}
