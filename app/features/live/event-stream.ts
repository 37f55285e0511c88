import type { Hint } from "~/hint";
import { paths } from "~/paths";

/**
 * Reconnects whenever the connection breaks, and then tells the page to catch up. Returns a function that closes the
 * stream.
 */
export function openEventStream(onHint: (hint: Hint) => void): () => void {
  let source: EventSource;
  let again: ReturnType<typeof setTimeout>;
  let wait = 2_000;
  const open = () => {
    source = new EventSource(paths.live());
    source.onopen = () => {
      wait = 2_000;
      onHint({ kind: "catch-up" });
    };
    source.onmessage = ({ data }) => onHint(JSON.parse(data));
    // The browser reconnects automatically, except after an error response.
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;
      again = setTimeout(open, wait);
      wait = Math.min(60_000, wait * 2);
    };
  };
  open();
  return () => {
    clearTimeout(again);
    source.close();
  };
}
