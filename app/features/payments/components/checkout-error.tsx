import { Icon } from "~/ui/icon";

/** Focused without script, too, so that screen readers announce it. */
export function CheckoutError({
  title = "Error processing checkout",
  message,
}: {
  title?: string;
  message: string | null | undefined;
}) {
  if (!message) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: screen readers begin with the error, even without script
    <div role="alert" tabIndex={-1} autoFocus className="notice tone-negative error-box">
      <Icon name="warning" />
      <div>
        <h2>{title}</h2>
        <p>{message}</p>
      </div>
    </div>
  );
}
