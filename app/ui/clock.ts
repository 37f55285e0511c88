import { createContext } from "react";

/**
 * The time and zone that a page was rendered with. They're part of its data, so that the browser renders the same text
 * as the server when it hydrates.
 */
export interface Clock {
  /** The viewer's time zone, as an IANA name. */
  zone: string;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * In its own file, because every page provides it, but not every page loads `dates.ts`: sign-in shows no dates.
 */
export const ClockContext = createContext<Clock>({ zone: "UTC", now: 0 });
