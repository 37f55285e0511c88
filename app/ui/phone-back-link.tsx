import type { ReactNode } from "react";
import { Icon } from "./icon";
import { Link } from "./parts";

/**
 * The link to the parent page, only on phones, where it's in one line with the header's icons. On wide screens, the
 * header or a list next to the page has this link.
 */
export const PhoneBackLink = ({
  to,
  reloadDocument,
  children,
}: {
  to: string;
  reloadDocument?: true;
  children: ReactNode;
}) => (
  <Link to={to} reloadDocument={reloadDocument} className="back">
    <Icon name="arrow-left" /> {children}
  </Link>
);
