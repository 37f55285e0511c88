import { useLocation } from "@remix-run/react";
import type { PreservedForm } from "~/http/request-context.server";
import { Button, ButtonLink } from "~/ui/button";
import { FormToken } from "~/ui/form";

/** Reloads the page, or submits the failed form again. */
export function TryAgain({ preserved }: { preserved?: PreservedForm | null }) {
  const { pathname, search } = useLocation();
  if (preserved) return <SendAgain {...preserved} label="Try Again" />;
  return (
    <ButtonLink to={pathname + search} reloadDocument>
      Try Again
    </ButtonLink>
  );
}

/** Characters; percent-encoded, each may take nine bytes of the 64 kB that a form can have. */
const longForm = 6_000;

/** In hidden fields. */
export function SendAgain({ action, fields, label }: PreservedForm & { label: string }) {
  const isLong = fields.reduce((length, [, value]) => length + value.length, 0) > longForm;
  return (
    <form method="post" action={action} encType={isLong ? "multipart/form-data" : undefined}>
      <FormToken />
      {fields.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may occur several times
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <Button>{label}</Button>
    </form>
  );
}
