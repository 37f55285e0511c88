import type { ReactNode } from "react";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { Dialog } from "~/ui/dialog";

/** Says that a limit of the plan is reached; `children` says which, and when it resets. */
export function LimitDialog({
  title,
  children,
  closeTo,
}: {
  title: "Limit Reached" | "Swipe Limit Reached" | "Message Limit Reached";
  children: ReactNode;
  closeTo: string;
}) {
  return (
    <Dialog title={title} closeTo={closeTo}>
      <div>{children}</div>
      <div className="row">
        <ButtonLink to={paths.pricing()} reloadDocument>
          See Pricing Options
        </ButtonLink>
        <ButtonLink to={closeTo} kind="secondary" preventScrollReset>
          Continue with Limitations
        </ButtonLink>
      </div>
    </Dialog>
  );
}
