import { paths } from "~/paths";
import { Link } from "~/ui/parts";
import { listErrors } from "../favorites";

export function ListsNeedPro({ hasLists }: { hasLists: boolean }) {
  return (
    <p className="hint">
      {listErrors.plan} {hasLists && "You can still read, empty and delete the lists that you made. "}
      <Link to={paths.pricing()} reloadDocument>
        See the plans
      </Link>
    </p>
  );
}
