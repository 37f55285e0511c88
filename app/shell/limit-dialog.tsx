import type { ReactNode } from "react";
import { paths } from "~/paths";
import { Dialog } from "~/ui/dialog";
import { Button, ButtonLink } from "~/ui/parts";

/**
 * `children` says which limit was reached and when it resets.
 * @param closeTo the page that the limit stopped, which people also return to after they've paid
 */
export function LimitDialog({
  title,
  children,
  closeTo,
  closesInPage,
}: {
  title: "Limit Reached" | "Swipe Limit Reached" | "Message Limit Reached";
  children: ReactNode;
  closeTo: string;
  closesInPage?: boolean;
}) {
  return (
    <Dialog title={title} closeTo={closeTo} closesInPage={closesInPage}>
      <div>{children}</div>
      <div className="row">
        <ButtonLink to={paths.pricing({ from: closeTo })} reloadDocument>
          See Pricing Options
        </ButtonLink>
        {closesInPage ? (
          <form method="dialog">
            <Button kind="soft">Continue with Limitations</Button>
          </form>
        ) : (
          <ButtonLink to={closeTo} kind="soft" preventScrollReset replace>
            Continue with Limitations
          </ButtonLink>
        )}
      </div>
    </Dialog>
  );
}
