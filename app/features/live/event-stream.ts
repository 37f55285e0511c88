import { paths } from "~/paths";

/** Says where something changed, under keys defined by the feature. Empty means that hints may have been missed. */
export interface LiveHint {
  readonly [about: string]: string | number | boolean | undefined;
  /** A transient state such as typing, of the person `by`. There's nothing to fetch. */
  presence?: string;
  by?: string;
  /** From another tab: something was read, so unread counts drop. */
  read?: true;
}

export const isBreak = (hint: LiveHint) => Object.keys(hint).length === 0;

/** Reconnects after every break and then emits an empty hint. Returns a function that closes it. */
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
    // The browser gives up after an error response.
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
