import type { FormEvent, Ref } from "react";
import { paths } from "~/paths";
import { FormToken } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { SubmitButton } from "~/ui/parts";
import type { Choice } from "./use-drag";

/**
 * Pass, Undo and Like in one row, for the top card and for a profile. Without `onChoose`, the form is posted as
 * usual.
 */
export function SwipeForm({
  formRef,
  targetId,
  swipeKey,
  filter,
  undoable,
  isWaiting,
  onChoose,
}: {
  formRef?: Ref<HTMLFormElement>;
  /** Empty while the next card loads: Pass and Like are then disabled. */
  targetId: string;
  /** Idempotency key, created when the page is rendered, so a resent swipe counts once. */
  swipeKey: string;
  /** The filter of the deck to return to. */
  filter: string;
  /** The person whose swipe can be undone. Null disables the button; undefined leaves it out. */
  undoable?: string | null;
  isWaiting?: boolean;
  onChoose?: (choice: Choice | "undo") => void;
}) {
  function choose(event: FormEvent<HTMLFormElement>) {
    if (!onChoose) return;
    event.preventDefault();
    const submitter = (event.nativeEvent as SubmitEvent).submitter;
    const [name, value] = [submitter?.getAttribute("name"), submitter?.getAttribute("value")];
    onChoose(name === "undo" ? name : value === "like" ? value : "pass");
  }
  // Unlike single letters, arrow keys can't be turned off, so this isn't a KeyCap.
  const keycap = (cap: string) => onChoose && <span className="keycap" data-cap={cap} aria-hidden="true" />;
  return (
    <form ref={formRef} method="post" action={paths.swipe()} className="swipe-form" onSubmit={choose}>
      <FormToken />
      <input type="hidden" name="targetId" value={targetId} />
      <input type="hidden" name="key" value={swipeKey} suppressHydrationWarning />
      {filter && <input type="hidden" name="filter" value={filter} />}
      <SubmitButton kind="secondary" name="choice" value="pass" disabled={!targetId}>
        <Icon name="pass" /> Pass {keycap("←")}
      </SubmitButton>
      {undoable !== undefined && (
        <SubmitButton
          kind="secondary"
          className="swipe-undo"
          name="undo"
          value={undoable ?? ""}
          formAction={paths.undoSwipe()}
          disabled={undoable === null}
        >
          <Icon name="undo" label="Undo last swipe" />
        </SubmitButton>
      )}
      <SubmitButton name="choice" value="like" busy={isWaiting} disabled={!targetId}>
        <Icon name="loop" /> Like {keycap("→")}
      </SubmitButton>
    </form>
  );
}
