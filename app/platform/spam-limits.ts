/**
 * The limits against spam. Above the first number, a person is slowed down. Above the second, what they do waits
 * for an admin. We don't tell them.
 */

/** First messages to strangers with the same text, by one person within `messageHours`. */
export const sameMessages = { slowedAfter: 3, heldAfter: 5 };
/** Shorter texts, such as "Hi!", aren't compared. Counts only letters. */
export const shortestCompared = 20;
/** First messages to strangers with a link, by one person within `messageHours`. */
export const messagesWithLinks = { slowedAfter: 1, heldAfter: 3 };
export const messageHours = 24;
/** Sign-ups from one network within `signUpSeconds`. */
export const signUps = { slowedAfter: 30, heldAfter: 60 };
export const signUpSeconds = 3600;
