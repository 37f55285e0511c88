import type { ReactNode } from "react";
import { Icon } from "./icon";
import { JumpLink } from "./jump-link";
import { KeyLegend, KeysProvider, pressKey, useKeys } from "./keys";
import { Link } from "./parts";

interface CaseProps {
  title: ReactNode;
  /** The heading with the ID "case", which gets the focus on arrival, is in `children`. Otherwise it's the title. */
  isNamedBelow?: boolean;
  place: {
    at: number | null;
    count: number;
    isMore: boolean;
    previous: string | null;
    next: readonly string[];
  };
  /** The URL of another case in the list. */
  caseAt: (id: string) => string;
  list: { to: string; label: string };
  /** The keys for deciding. The legend adds those that go to the next case and back. */
  keys?: ReactNode;
  /** Shown above both columns. */
  notice?: ReactNode;
  /** The left column: the facts and the work. */
  children: ReactNode;
  decision: ReactNode;
  /** Shown below the facts or, on phones, below the decision. */
  more?: ReactNode;
}

/**
 * The page of one case that an admin decides. The facts and the work are on the left, the decision is on the right, and
 * there are links to the neighboring cases.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles the keys of the buttons inside
    <div className="case" onKeyDown={isOn ? pressKey : undefined}>
      <div className="case-head">
        <h1 {...(isNamedBelow ? {} : named)}>{title}</h1>
        <p className="muted">{at ? `${at} of ${waiting}` : `${waiting} waiting`}</p>
        <nav aria-label="Cases">
          {previous && (
            <Link className="icon-link" rel="prev" to={`${caseAt(previous)}#case`} data-key="k">
              <Icon name="previous" label="Previous case" />
            </Link>
          )}{" "}
          {following && (
            <Link className="icon-link" rel="next" to={`${caseAt(following)}#case`} data-key="j">
              <Icon name="next" label="Next case" />
            </Link>
          )}
        </nav>
        <KeyLegend when="the case has focus">
          <KeyWords cap="J" /> <KeyWords cap="K">next, previous</KeyWords> {keys}
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

/** Attributes of the heading that gets the focus when the page opens. */
export const named = { id: "case", tabIndex: -1 };

/** A line of the legend: a key and what it does. */
export function KeyWords({ cap, children }: { cap: string; children?: ReactNode }) {
  return (
    <span>
      <kbd className="keycap">{cap}</kbd> {children}
    </span>
  );
}

/** A button that stays in view on phones and jumps to the decision, until that's in view, too. */
export function ToDecision({ children = "Decide" }: { children?: ReactNode }) {
  return (
    <p className="case-dock case-to">
      <JumpLink className="btn btn-primary" to="decide">
        {children}
      </JumpLink>
    </p>
  );
}

/** The link back to the case that the admin just decided, where they can undo it. */
export function LastDecision({ to }: { to: string }) {
  return (
    <p className="notice case-undo">
      Changed your mind? <Link to={`${to}#case`}>Back to the last case</Link>
    </p>
  );
}
