import type { MouseEvent, ReactNode } from "react";
import { Picture, toneStyle } from "~/features/media/components/picture";
import { DrawnCover } from "~/features/portfolio/components/cover";
import type { CoverView } from "~/features/portfolio/cover";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { Mark } from "~/ui/mark";
import { Link } from "~/ui/parts";

/**
 * Suggested first messages. Each one is a link that puts its text into the message field; with script, without loading
 * the page. Nothing is sent.
 */
export function MatchOpeners({ matchId, openers }: { matchId: string; openers: readonly string[] }) {
  function fill(event: MouseEvent<HTMLAnchorElement>, text: string) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    const field = document.querySelector<HTMLTextAreaElement>('main textarea[name="content"]');
    if (!field) return;
    event.preventDefault();
    const isOwn = field.value.trim() !== "" && !openers.includes(field.value);
    // React ignores an input event if the value was set through its own tracked property, so call the prototype's
    // setter.
    const setter = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set;
    setter?.call(field, isOwn ? `${field.value.trimEnd()}\n${text}` : text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }
  return (
    <ul className="match-openers" aria-label="Conversation starters">
      {openers.map((text, index) => (
        <li key={text}>
          <Link
            to={paths.match(matchId, { opener: index + 1 })}
            onClick={(event) => fill(event, text)}
            preventScrollReset
            replace
          >
            {text}
          </Link>{" "}
        </li>
      ))}
    </ul>
  );
}

interface MatchSide {
  name: string;
  avatarUrl: string | null;
  cover: CoverView;
}

/** Two people's work, joined along the seam. Decorative, because their names follow. */
export function JoinedHalves({
  covers,
  sizes,
  isFirst,
  children,
}: {
  covers: [CoverView, CoverView];
  sizes: string;
  isFirst?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className="halves film">
      {covers.map((cover, index) => (
        <div
          key={cover.personId}
          className={`frame half ${index === 0 ? "a" : "b"}`}
          style={cover.picture ? toneStyle(cover.picture) : undefined}
        >
          {cover.picture ? (
            <Picture picture={cover.picture} sizes={sizes} isFirst={isFirst} />
          ) : (
            <DrawnCover cover={cover} />
          )}
        </div>
      ))}
      {children}
    </div>
  );
}

const sizes = "(min-width: 48rem) 60vw, 100vw";

/** The other person's work and the viewer's, with both faces circled in one loop. */
export function MatchSeam({ sides, children }: { sides: [MatchSide, MatchSide]; children: ReactNode }) {
  const [{ cover }, own] = sides;
  return (
    <JoinedHalves covers={[cover, own.cover]} sizes={sizes} isFirst>
      <div className="both">
        <div className="pairup">
          {sides.map((side) => (
            <Avatar key={side.cover.personId} name={side.name} src={side.avatarUrl} size="large" />
          ))}
          <Mark className="draw" />
        </div>
        {children}
      </div>
    </JoinedHalves>
  );
}
