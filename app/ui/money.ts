/** An amount of US dollars. Leaves out the cents if they're zero. The minus sign is in front of the dollar sign. */
export function dollars(cents: number): string {
  const amount = Math.abs(cents) / 100;
  const digits = Number.isInteger(amount) ? 0 : 2;
  const text = amount.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${cents < 0 ? "-" : ""}$${text}`;
}
