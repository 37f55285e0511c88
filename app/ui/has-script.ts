import { useEffect, useState } from "react";

/** False on the server and until script runs. Anything that needs script is hidden until then. */
export function useHasScript(): boolean {
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  return hasScript;
}
