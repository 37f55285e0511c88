/** Announced, and read first where there is no script. */
export function CheckoutError({
  title = "Error processing checkout",
  message,
}: {
  title?: string;
  message: string | null | undefined;
}) {
  if (!message) return null;
  return (
    <div role="alert" className="summary" id="checkout-error">
      <p className="font-bold">{title}</p>
      <p>{message}</p>
    </div>
  );
}
