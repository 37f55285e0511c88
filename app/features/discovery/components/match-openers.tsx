import type { MouseEvent } from "react";
import { paths } from "~/paths";
import { Link } from "~/ui/parts";

/**
 * Suggested first messages, never sent automatically: links to the page with the text in its field; with script, the
 * text is appended there at once.
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
    <ul className="match-openers" aria-label="Ways to start">
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
