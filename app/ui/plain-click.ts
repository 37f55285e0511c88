import type { MouseEvent } from "react";

/** For a link that script makes do something else: not if it is to open in another tab or window. */
export const onPlainClick = (act: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  act();
};
