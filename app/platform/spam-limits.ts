/**
 * What the spam brakes count. Up to the first number nothing happens; beyond it, someone is slowed down; beyond the
 * second, what they do waits for an admin. No one is told.
 */

/** First messages to strangers with the same text, of one person within `messageHours`. */
export const sameMessages = { slowedAfter: 3, heldAfter: 5 };
/** Letters that are left of a text; shorter ones, such as "Hi!", are not compared. */
export const shortestCompared = 20;
/** First messages to strangers with a link, of one person within `messageHours`. */
export const messagesWithLinks = { slowedAfter: 1, heldAfter: 3 };
export const messageHours = 24;
/** Sign-ups from one network, in `signUpSeconds`. */
export const signUps = { slowedAfter: 30, heldAfter: 60 };
export const signUpSeconds = 3600;
