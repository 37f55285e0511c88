import { useLocation } from "@remix-run/react";
import { paths } from "~/paths";
import { Link } from "~/ui/link";

/** On top of every page of somebody whose address is not confirmed. */
export function ConfirmNote() {
  if (useLocation().pathname === paths.confirmation()) return null;
  return (
    <p className="notice">
      Please open the link that we mailed to you. Until then you cannot write to new people, post or apply.{" "}
      <Link to={paths.confirmation()}>No email?</Link>
    </p>
  );
}
