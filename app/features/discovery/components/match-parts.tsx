import type { MouseEvent } from "react";
import { Cover } from "~/features/portfolio/components/cover";
import type { CoverView } from "~/features/portfolio/cover";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { Link } from "~/ui/parts";

/**
 * Suggested first messages, never sent automatically. They link to the page with the text in its field; with script,
 * the text is added there right away.
 * @param fieldName the text field to fill, on the same page
 */
export function MatchOpeners({
  matchId,
  openers,
  fieldName,
}: {
  matchId: string;
  openers: readonly string[];
  fieldName: string;
}) {
  function fill(event: MouseEvent<HTMLAnchorElement>, text: string) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    const field = document.querySelector<HTMLTextAreaElement>(`main textarea[name="${fieldName}"]`);
    if (!field) return;
    event.preventDefault();
    const isOwn = field.value.trim() !== "" && !openers.includes(field.value);
    // React only notices the native setter.
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

const sizes = "(min-width: 68rem) 38rem, 60vw";

/** Two covers and two faces, joined along the diagonal of the logo. Decorative: the names follow. */
export function MatchSeam({ sides }: { sides: [MatchSide, MatchSide] }) {
  return (
    <div className="match-seam">
      {sides.map(({ name, avatarUrl, cover }) => (
        <div key={cover.personId} className="match-side">
          <Cover cover={cover} sizes={sizes} isFirst className="cover cover-whole" />
          <Avatar name={name} src={avatarUrl} size="large" />
        </div>
      ))}
    </div>
  );
}
