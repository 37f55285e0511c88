import { createContext } from "react";

interface Failure {
  reference: string;
  databaseAway: boolean;
  /** To send again. */
  preserved?: { action: string; fields: [string, string][] };
}

/** Available even when the root loader failed. */
export const FailureContext = createContext<Failure>({ reference: "", databaseAway: false });

export const databaseAwayWords = {
  title: "We'll be right back",
  text: "Our database is not answering at the moment. Nothing you did is lost; please try again in a few seconds.",
};
