import { Icon } from "~/ui/icon";

/** Screen readers announce it, and it's focused even without script. */
export function CheckoutError({
  title = "Error processing checkout",
  message,
}: {
  title?: string;
  message: string | null | undefined;
}) {
  if (!message) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: a refused checkout is read from its error, also without script
    <div role="alert" tabIndex={-1} autoFocus className="notice tone-negative error-box">
      <Icon name="warning" />
      <div>
        <h2>{title}</h2>
        <p>{message}</p>
      </div>
    </div>
  );
}
