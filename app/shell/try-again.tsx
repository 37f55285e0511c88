import { useLocation } from "@remix-run/react";
import type { KeptForm } from "~/http/request-context.server";
import { Button, ButtonLink } from "~/ui/button";
import { FormToken } from "~/ui/form";

/** Reloads the page, or submits the failed form again. */
export function TryAgain({ kept }: { kept?: KeptForm | null }) {
  const { pathname, search } = useLocation();
  if (kept) return <SendAgain {...kept} label="Try Again" />;
  return (
    <ButtonLink to={pathname + search} reloadDocument>
      Try Again
    </ButtonLink>
  );
}

/** Holds a submission in hidden fields, to submit it again. */
export function SendAgain({ action, fields, label }: KeptForm & { label: string }) {
  return (
    <form method="post" action={action}>
      <FormToken />
      {fields.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may occur several times
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <Button>{label}</Button>
    </form>
  );
}
