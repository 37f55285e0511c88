export const appealKinds = ["warning", "hiding", "suspension"] as const;
export type AppealKind = (typeof appealKinds)[number];

export const appealKindWords: Readonly<Record<AppealKind, string>> = {
  warning: "A warning",
  hiding: "Something hidden",
  suspension: "A suspension",
};

/** Closed: the decision ended before anyone answered. */
export const appealStates = ["open", "granted", "refused", "closed"] as const;
export type AppealState = (typeof appealStates)[number];

export const appealStateWords: Readonly<Record<AppealState, string>> = {
  open: "Waiting",
  granted: "Granted",
  refused: "Refused",
  closed: "Closed",
};

export const longestAppeal = 2000;
