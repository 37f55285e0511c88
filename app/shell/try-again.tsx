import { useLocation } from "@remix-run/react";
import type { KeptForm } from "~/http/request-context.server";
import { Button, ButtonLink } from "~/ui/button";
import { FormToken } from "~/ui/form";

/** Asks for the page once more; a form that was sent is sent again. */
export function TryAgain({ kept }: { kept?: KeptForm | null }) {
  const { pathname, search } = useLocation();
  if (kept) return <SendAgain {...kept} label="Try Again" />;
  return (
    <ButtonLink to={pathname + search} reloadDocument>
      Try Again
    </ButtonLink>
  );
}

/** Holds what was sent, and sends it again. */
export function SendAgain({ action, fields, label }: KeptForm & { label: string }) {
  return (
    <form method="post" action={action}>
      <FormToken />
      {fields.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one name may come several times
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <Button>{label}</Button>
    </form>
  );
}
