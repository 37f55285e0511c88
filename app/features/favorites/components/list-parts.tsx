import { paths } from "~/paths";
import { Field, type FieldState, fieldProps } from "~/ui/form";
import { Link } from "~/ui/parts";
import { favoriteLimits, listErrors } from "../favorites";

export function ListsNeedPro({ hasLists }: { hasLists: boolean }) {
  return (
    <p className="hint">
      {listErrors.plan} {hasLists && "You can still view, empty and delete the lists you have. "}
      <Link to={paths.pricing({ from: paths.saved() })} reloadDocument>
        See Pricing Options
      </Link>
    </p>
  );
}

export function ListNameField({ field }: { field: FieldState }) {
  return (
    <Field label="Name" limit={favoriteLimits.listName} autoComplete="off" required {...fieldProps(field)} />
  );
}
