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

/** On the page and in the receipt. */
export const thanks = "Thanks for contacting us. We'll get back to you soon.";

/** In characters. */
export const longestMessage = 5_000;

export const contactStates = { waiting: "Waiting", answered: "Replied", closed: "Closed" } as const;

export type ContactState = keyof typeof contactStates;
