import { amountWords, type Price } from "../amount";

/** A price or budget, with its note on its own line. */
export function PriceText({ price: { amount, note } }: { price: Price }) {
  return (
    <>
      {amount && amountWords(amount)}
      {amount && note && <br />}
      {note && <span className={`whitespace-pre-line ${amount ? "hint" : ""}`}>{note}</span>}
    </>
  );
}
