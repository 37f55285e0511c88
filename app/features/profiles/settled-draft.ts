import { paths } from "~/paths";
import type { UserType } from "./user-type";

/** What `settleDraft` did with the browser's draft. */
export type SettledDraft = "saved" | "pending" | "kept-profile" | "none";

/**
 * Where someone goes after signing in, and the toast they see there.
 * @param to where they'd go without a draft
 */
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
 * Where someone goes after completing the builder. Contributors add their first sample next, so call this
 * only for people who have an account.
 */
export function afterBuilder(userType: UserType): string {
  return userType === "contributor" ? paths.newSample({ first: "1" }) : paths.discover();
}
