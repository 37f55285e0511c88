/** How long a review takes, for contributors who are waiting. */
export const reviewTakes = "Approval usually takes 1-2 business days.";

/** For a rejected contributor: nothing happens until they submit again. */
export const whatToChange = "Check your dashboard for what to change, then submit it again.";

export const rejectedWords = `Your profile wasn't approved. ${whatToChange}`;
