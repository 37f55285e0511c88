import type { ReactNode } from "react";
import { Icon } from "./icon";
import { Link } from "./parts";

/** The link to the parent page. On phones, it's in one line with the header's icons. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <p className="page-back">
    <Link to={to}>
      <Icon name="arrow-left" /> {children}
    </Link>
  </p>
);
