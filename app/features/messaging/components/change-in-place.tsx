import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { CharacterCount } from "~/ui/form";
import { Button } from "~/ui/parts";
import { longestMessage, messageWords } from "../message";
import { enterSends, isComposing } from "./composer";

interface InPlaceProps {
  onCancel: () => void;
}

/** Escape cancels, Enter saves (see `enterSends`). `onSave` returns null, or why it was refused. */
export function EditInPlace({
  content,
  onSave,
  onCancel,
}: InPlaceProps & { content: string; onSave: (text: string) => Promise<string | null> }) {
  const { isBusy, refused, run } = useRun();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const save = () => run(() => onSave(field.current?.value ?? ""));

  function actOnKey(event: KeyboardEvent) {
    // Escape also closes an input method's list of suggestions.
    if (event.key === "Escape" && !isComposing(event.nativeEvent)) onCancel();
    if (!enterSends(event)) return;
    event.preventDefault();
    save();
  }
  return (
    <div className="in-place">
      <textarea
        ref={field}
        className="control"
        aria-label="Message"
        aria-invalid={refused ? true : undefined}
        id="in-place"
        defaultValue={content}
        rows={2}
        onKeyDown={actOnKey}
      />
      <CharacterCount id="in-place" limit={longestMessage} />
      <Refusal words={refused} />
      <div className="row">
        <Button type="button" kind="secondary" small aria-disabled={isBusy || undefined} onClick={save}>
          Save
        </Button>
        <Button type="button" kind="quiet" small onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** `onDelete` returns null, or why it was refused. */
export function DeleteInPlace({
  onDelete,
  onCancel,
}: InPlaceProps & { onDelete: () => Promise<string | null> }) {
  const { isBusy, refused, run } = useRun();
  return (
    <div className="in-place">
      <p>{messageWords.deletion}</p>
      <Refusal words={refused} />
      <div className="row">
        <Button
          type="button"
          kind="danger"
          small
          autoFocus
          aria-disabled={isBusy || undefined}
          onClick={() => run(onDelete)}
        >
          Delete for good
        </Button>
        <Button type="button" kind="quiet" small onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function Refusal({ words }: { words: string | null }) {
  return words ? (
    <span role="alert" className="error">
      {words}
    </span>
  ) : null;
}

/** Runs one request at a time, and keeps the last refusal. */
function useRun() {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  return {
    isBusy,
    refused,
    async run(act: () => Promise<string | null>) {
      if (isBusy) return;
      setBusy(true);
      setRefused(await act());
      setBusy(false);
    },
  };
}
