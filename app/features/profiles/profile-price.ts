import { readPrice } from "~/features/catalog/amount-reading";
import { type PriceFields, priceNoteLimit } from "./profile";

/** Reads the price from these answers. Returns either the price or, by field, what's wrong with it. */
export const readPriceFields = ({ priceFrom, priceTo, priceUnit, priceNote }: PriceFields) =>
  readPrice(
    { from: priceFrom, to: priceTo, unit: priceUnit, note: priceNote },
    { noteLimit: priceNoteLimit },
  );
