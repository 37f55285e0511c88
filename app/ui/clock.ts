import { createContext } from "react";

/** Comes with the page's data, so that the server and the browser render the same thing. */
export interface Clock {
  /** An IANA name. */
  zone: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** Kept apart from `dates.ts`, because every page provides it and sign-in shows no dates. */
export const ClockContext = createContext<Clock>({ zone: "UTC", now: 0 });
