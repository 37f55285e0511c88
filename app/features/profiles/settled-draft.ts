import { paths } from "~/paths";
import type { UserType } from "./user-type";

/** What became of the browser's draft at sign-in. */
export type SettledDraft = "saved" | "pending" | "kept-profile" | "none";

/** Where the sign-in leads, and with which message. */
export function landingAfter(
  settled: SettledDraft,
  to: string,
): { to: string; toast: { title: string; text?: string } | null; isDraftOver: boolean } {
  switch (settled) {
    case "saved":
      return { to, toast: { title: "Profile saved" }, isDraftOver: true };
    case "pending":
      return { to: paths.onboarding(), toast: { title: "Complete your profile" }, isDraftOver: false };
    case "kept-profile":
      return {
        to,
        toast: {
          title: "Your profile hasn't changed",
          text: "This account already has a profile, so we didn't use the one you just built. You can edit your profile anytime.",
        },
        isDraftOver: true,
      };
    case "none":
      return { to, toast: null, isDraftOver: false };
  }
}

/**
 * Where a finished builder leads. Contributors are asked to add their first piece of work. Visitors can't upload yet.
 */
export function afterBuilder(userType: UserType): string {
  return userType === "contributor" ? paths.newSample({ first: "1" }) : paths.discover();
}
