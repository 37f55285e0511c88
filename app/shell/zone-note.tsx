import { paths } from "~/paths";
import { Link } from "~/ui/link";
import { useRootData } from "./root-data";

/** Says once on a page with times that they are in UTC, for whose zone is not known. */
export function ZoneNote() {
  if (useRootData()?.timeZone) return null;
  return (
    <p className="hint">
      Times are in UTC. <Link to={paths.timeZone()}>Choose your time zone</Link>
    </p>
  );
}
