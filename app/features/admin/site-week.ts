/** Totals of the whole site in one week. */
export interface SiteWeek {
  /** Its Monday, yyyy-MM-dd. */
  week: string;
  signUps: number;
  matches: number;
  messages: number;
  posts: number;
}

export const siteWeeksShown = 12;
