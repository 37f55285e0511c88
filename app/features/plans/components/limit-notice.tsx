import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/parts";

/**
 * Shown instead of an action's button when the plan's limit is reached. `children` says when the action is possible
 * again.
 */
export function LimitNotice({
  title,
  children,
  continueTo,
}: {
  title: "Limit Reached" | "Swipe Limit Reached" | "Message Limit Reached" | "Project Limit Reached";
  children: ReactNode;
  continueTo: string;
}) {
  const { pathname, search } = useLocation();
  return (
    <div className="notice stack">
      <p>
        <strong>{title}</strong>
      </p>
      <p>{children}</p>
      <div className="row">
        <ButtonLink to={paths.pricing({ from: pathname + search })} reloadDocument>
          See Pricing Options
        </ButtonLink>
        <ButtonLink to={continueTo} kind="secondary">
          Continue with Limitations
        </ButtonLink>
      </div>
    </div>
  );
}
