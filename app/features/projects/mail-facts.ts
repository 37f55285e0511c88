import { type AmountUnit, amountIn, priceLine } from "~/features/catalog/amount";
import type { Fact } from "~/features/notifications/mail-text";
import { formatLongDate } from "~/ui/dates";

/** The budget, start and timeline that emails about a project list. */
export const factsOfProject = (project: {
  amountUnit: AmountUnit | null;
  amountLow: number | null;
  amountHigh: number | null;
  budgetDetails: string;
  startDate: Date | null;
  timeline: string;
}): Fact[] => [
  ["Budget", priceLine({ amount: amountIn(project), priceRange: project.budgetDetails })],
  [
    "Starts",
    project.startDate ? formatLongDate(project.startDate.toISOString(), { zone: "UTC", now: 0 }) : "",
  ],
  ["Timeline", project.timeline],
];
