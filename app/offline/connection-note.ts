import { offlineTitle } from "~/ui/offline-title";

/**
 * Shows a note over the page, in the place for toasts, so that nothing moves. React's own toast is drawn above it. Null
 * removes the note.
 * @returns the note, if one is shown
 */
export function showNote(words: string | null, ...controls: HTMLElement[]): HTMLElement | undefined {
  document.getElementById("note")?.remove();
  const strip = document.querySelector(".toasts");
  if (words === null || !strip) return undefined;
  const note = Object.assign(document.createElement("div"), { id: "note", className: "toast" });
  note.dataset.state = "later";
  if (controls.length > 0)
    note.style.cssText = "display:flex;align-items:center;justify-content:space-between;gap:0.75rem";
  const text = Object.assign(document.createElement("p"), { textContent: words });
  note.append(text, ...controls);
  strip.prepend(note);
  return note;
}

/** A button in a note. It also removes the note. */
export function noteButton(className: string, words: string, act?: () => void): HTMLButtonElement {
  const button = Object.assign(document.createElement("button"), { type: "button", className });
  button.append(words);
  button.addEventListener("click", () => {
    showNote(null);
    act?.();
  });
  return button;
}

const timeOf = (at: number) =>
  new Date(at).toLocaleString("en-US", { weekday: "short", hour: "numeric", minute: "2-digit" });

/** Says that the person is offline and sees a copy of the page, and how old it is. */
export function tellConnection(): void {
  const { copied } = document.documentElement.dataset;
  const tell = () => {
    const from = copied
      ? `This is the page as of ${timeOf(Number(copied))}.`
      : "This page won't update until you're back online.";
    if (!navigator.onLine) showNote(`${offlineTitle}. ${from}`);
    else if (copied) showNote(`We couldn't reach Matchcut. ${from}`);
  };
  tell();
  addEventListener("offline", tell);
  addEventListener("online", () => showNote(null));
}

/**
 * Reloads the page once the browser is online. A conversation catches up without a reload and keeps what's being typed.
 */
export function replaceCopy(): void {
  const { copied } = document.documentElement.dataset;
  if (copied && !document.querySelector("main form.composer")) location.reload();
}
