import { createContext } from "react";

interface Failure {
  reference: string;
  databaseAway: boolean;
  /** What a form had sent. */
  kept?: { action: string; fields: [string, string][] };
}

/** What the server can say of a page that failed, also where the root loader did: the request's id, and why. */
export const FailureContext = createContext<Failure>({ reference: "", databaseAway: false });

export const databaseAwayWords = {
  title: "We'll be right back",
  text: "Our database is not answering at the moment. Nothing you did is lost; please try again in a few seconds.",
};
