/** Days of priority matching for who invited, and of a boost for who was invited. */
export const boostDays = { referrer: 30, invitee: 7 } as const;

/** Rewarded invitations of a Growth Champion. */
export const championAt = 5;
export const championWords = "Growth Champion";
