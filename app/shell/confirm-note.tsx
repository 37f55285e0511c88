import { useLocation } from "@remix-run/react";
import { paths } from "~/paths";
import { Link } from "~/ui/link";

/** On top of every page of a person whose address is not confirmed; one line above the deck, which needs the room. */
export function ConfirmNote() {
  const { pathname } = useLocation();
  if (pathname === paths.confirmation()) return null;
  const isBrief = pathname === paths.discover();
  return (
    <p className={isBrief ? "notice notice-line" : "notice"}>
      {isBrief
        ? "Open the link in our email."
        : "Please open the link that we mailed to you. Until then you cannot write to new people, post or apply."}{" "}
      <Link to={paths.confirmation()}>No email?</Link>
    </p>
  );
}
