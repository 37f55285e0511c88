/** The limits for a new password's length, in characters. */
export const passwordLength = { min: 6, max: 200 } as const;
/** The specification's wording. */
export const passwordTooShort = "Password must be at least 6 characters";
