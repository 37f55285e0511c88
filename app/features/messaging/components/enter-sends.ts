import type { KeyboardEvent } from "react";

/**
 * Whether this key sends the text. Shift+Enter makes a new line, and so does Return where the primary pointer is
 * coarse: a touch keyboard has no Shift+Enter. The Enter that ends a composition does nothing else. Safari reports it
 * after `compositionend`, so only its key code gives it away.
 */
export function enterSends({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  return (
    key === "Enter" && !shiftKey && !isComposing(nativeEvent) && !matchMedia("(pointer: coarse)").matches
  );
}

/** An input method is using the key, for example to choose a word. */
export const isComposing = (event: KeyboardEvent["nativeEvent"]) =>
  event.isComposing || event.keyCode === 229;
