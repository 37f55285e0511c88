/** Shown when a member whose address isn't confirmed writes to a stranger, posts or applies. */
export const confirmFirst =
  "Confirm your email address first. Open the link we emailed you. What you wrote is still here.";

/** Shown when someone signs in to an account that's gone, and on the next page that one of its sessions requests. */
export const accountGone = {
  title: "Account issue",
  text: "Your account no longer exists. Please sign up again or contact support.",
  tone: "destructive",
} as const;

export const sameAddress = "This is already your email address.";

export const addressTaken = "This email is already registered. Please sign in instead.";

/** The limits for a new password's length, in characters. */
export const passwordLength = { min: 6, max: 200 } as const;
/** The specification's wording. */
export const passwordTooShort = "Password must be at least 6 characters";

export const wrongPassword = "That's not your current password.";

/** Shown after a password or address change. */
export const signedOutElsewhere = "You're signed in here and signed out everywhere else.";

export const forbiddenNameWords = "Please use your own name. This one could be mistaken for Matchcut";
