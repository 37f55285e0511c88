import { paths } from "~/paths";
import { Link } from "~/ui/parts";
import { useRootData } from "./root-data";

/** Shown once on a page with times while the viewer's time zone is unknown. */
export function ZoneNote() {
  if (useRootData()?.timeZone) return null;
  return (
    <p className="hint">
      Times are in UTC. <Link to={paths.timeZone()}>Set your time zone</Link>
    </p>
  );
}
