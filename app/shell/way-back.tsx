import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { useRootData } from "./root-data";

/** Home, and for members their dashboard. */
export function WayBack() {
  const isMember = Boolean(useRootData()?.person);
  return (
    <div className="row">
      {isMember && (
        <ButtonLink to={paths.dashboard()} reloadDocument>
          Go to your dashboard
        </ButtonLink>
      )}
      <ButtonLink to={paths.home()} kind={isMember ? "secondary" : "primary"} reloadDocument>
        Return to Home
      </ButtonLink>
    </div>
  );
}
