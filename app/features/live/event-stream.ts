import { paths } from "~/paths";
import type { LiveHint } from "./hint";

/** A stream that opens anew after each break, and then tells to look again. Returns what closes it. */
export function openEventStream(onHint: (hint: LiveHint) => void): () => void {
  let source: EventSource;
  let again: ReturnType<typeof setTimeout>;
  let wait = 2_000;
  const open = () => {
    source = new EventSource(paths.live());
    source.onopen = () => {
      wait = 2_000;
      onHint({});
    };
    source.onmessage = ({ data }) => onHint(JSON.parse(data));
    // A line that breaks is opened anew by the browser; after a refusal it gives up.
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
