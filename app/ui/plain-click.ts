import type { MouseEvent } from "react";

/** Whether script should handle a click on a link. False if the click opens another tab or window. */
export const onPlainClick = (act: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  act();
};
