export type Interval = "month" | "year";

/** The same day and time `count` intervals later, or the last day of a shorter month. */
export function intervalsAfter(anchor: number, interval: Interval, count: number): number {
  const from = new Date(anchor * 1000);
  const months = interval === "month" ? count : 12 * count;
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime() / 1000;
}

export const day = 86_400;
