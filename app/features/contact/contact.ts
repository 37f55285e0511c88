import { oneOf, searchIn, type TimeOrder, timeOrders } from "~/list-query";

/** As the form offers them (M-MKT-3). */
export const contactSubjects = {
  general: "General",
  support: "Support",
  billing: "Billing",
  partnership: "Partnership",
  feedback: "Feedback",
} as const;

export type ContactSubject = keyof typeof contactSubjects;

export const contactSubjectNames = Object.keys(contactSubjects) as ContactSubject[];

export const isContactSubject = (text: string | null): text is ContactSubject =>
  text !== null && Object.hasOwn(contactSubjects, text);

/** Characters. */
export const longestMessage = 5_000;

export const contactStates = { waiting: "Waiting", answered: "Answered", closed: "Closed" } as const;

export type ContactState = keyof typeof contactStates;

/** Which messages the inbox or a file has, and in which order; as it stands in the URL. */
export interface ContactFilter {
  /** The beginning of the sender's name or address. */
  q: string;
  state: InboxState;
  subject: ContactSubject | "";
  /** By when they were sent, or handled. Empty: what waits the oldest first, what was handled the newest. */
  sort: TimeOrder | "";
}

export const inboxStates = { waiting: "Waiting", handled: "Answered or closed" } as const;
type InboxState = keyof typeof inboxStates;

/** What is none of its words filters nothing. */
export function readContactFilter(query: URLSearchParams): ContactFilter {
  return {
    q: searchIn(query),
    state: oneOf(inboxStates, query.get("state")) || "waiting",
    subject: oneOf(contactSubjects, query.get("subject")),
    sort: oneOf(timeOrders, query.get("sort")),
  };
}

/** For the URL: what waits is not named. */
export const contactQueryOf = ({ state, ...rest }: ContactFilter) => ({
  ...rest,
  state: state === "waiting" ? undefined : state,
});

export const isFilteredContact = ({ q, state, subject }: ContactFilter): boolean =>
  q !== "" || subject !== "" || state !== "waiting";
