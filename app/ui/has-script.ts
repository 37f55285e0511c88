import { useEffect, useState } from "react";

/** False on the server and until script runs. Use it to hide what only works with script. */
export function useHasScript(): boolean {
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  return hasScript;
}
