import { useEffect, useState } from "react";

/** False on the server and until script runs: what only script can do is hidden, or not spoken of, until then. */
export function useHasScript(): boolean {
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  return hasScript;
}
