/**
 * What the spam brakes count. Up to the first number, nothing happens. Beyond it, the person is slowed down. Beyond the
 * second, what they do waits for an admin. No one is told.
 */

/** First messages to strangers with the same text, by one person within `messageHours`. */
export const sameMessages = { slowedAfter: 3, heldAfter: 5 };
/** Shorter texts, such as "Hi!", aren't compared. Counts letters only. */
export const shortestCompared = 20;
/** First messages to strangers with a link, by one person within `messageHours`. */
export const messagesWithLinks = { slowedAfter: 1, heldAfter: 3 };
export const messageHours = 24;
/** Sign-ups from one network within `signUpSeconds`. */
export const signUps = { slowedAfter: 30, heldAfter: 60 };
export const signUpSeconds = 3600;
