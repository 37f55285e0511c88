import { type AmountUnit, amountIn, priceLine } from "~/features/catalog/amount";
import type { Fact } from "~/features/notifications/mail-text";
import { formatLongDate } from "~/ui/dates";

/** What a mail says about a project besides its title. */
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
