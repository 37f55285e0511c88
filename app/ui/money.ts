/** US dollars, without cents if they're zero. A negative amount starts with its sign. */
export function dollars(cents: number): string {
  const amount = Math.abs(cents);
  const text = amount % 100 === 0 ? String(amount / 100) : (amount / 100).toFixed(2);
  return `${cents < 0 ? "-" : ""}$${text}`;
}
