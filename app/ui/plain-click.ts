import type { MouseEvent } from "react";

/** Whether script may handle a link's click. It may not if the click opens another tab or window. */
export const onPlainClick = (act: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  act();
};
