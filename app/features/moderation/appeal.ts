export const appealKinds = ["warning", "hiding", "suspension"] as const;
export type AppealKind = (typeof appealKinds)[number];

export const appealKindWords: Readonly<Record<AppealKind, string>> = {
  warning: "Warning",
  hiding: "Hidden content",
  suspension: "Suspension",
};

/** 'closed': the decision ended before anyone decided the appeal. */
export const appealStates = ["open", "granted", "refused", "closed"] as const;
export type AppealState = (typeof appealStates)[number];

export const appealStateWords: Readonly<Record<AppealState, string>> = {
  open: "Waiting",
  granted: "Granted",
  refused: "Denied",
  closed: "Closed",
};

export const longestAppeal = 2000;
