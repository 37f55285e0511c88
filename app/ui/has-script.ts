import { useEffect, useState, useSyncExternalStore } from "react";

/** False on the server and until script runs. Use it to hide what only works with script. */
export function useHasScript(): boolean {
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  return hasScript;
}

const never = () => () => {};

/** True for a part of the page that the server sent, until script has taken it over. */
export const useIsServed = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
