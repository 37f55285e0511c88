/** How long an admin's review of a new or resubmitted profile takes. */
export const reviewTakes = "Approval usually takes 1-2 business days.";

/** For a contributor who was rejected. No approval will come until they submit again. */
export const whatToChange = "See on your dashboard what to change, then submit it again.";

export const rejectedWords = `Your profile wasn't approved. ${whatToChange}`;
