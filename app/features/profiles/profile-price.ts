import { readPrice } from "~/features/catalog/amount-reading";
import { type PriceFields, priceNoteLimit } from "./profile";

/** The price in these answers, or what's wrong with it, by field. */
export const readPriceFields = ({ priceFrom, priceTo, priceUnit, priceNote }: PriceFields) =>
  readPrice(
    { from: priceFrom, to: priceTo, unit: priceUnit, note: priceNote },
    { noteLimit: priceNoteLimit },
  );
