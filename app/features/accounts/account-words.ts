/** At sign-in, and on the next page of somebody signed in. */
export const accountGone = {
  title: "Account issue",
  text: "Your account no longer exists. Please sign up again or contact support.",
  tone: "destructive",
} as const;
