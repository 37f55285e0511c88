import { cut } from "~/graphemes";
import { tidyLine } from "~/lines";

/** Per member, for invitations by email. */
export const invitationLimits = { aDay: 10, inAll: 100 } as const;

/** The tabs with ways to invite. Without one, the link to copy is shown. */
export type InviteTab = "email" | "social";

export type InviteState = "sent" | "joined" | "confirmed" | "rewarded" | "not-counted";

export const inviteStateWords: Readonly<Record<InviteState, string>> = {
  sent: "Sent",
  joined: "Joined",
  confirmed: "Confirmed",
  rewarded: "Rewarded",
  "not-counted": "Not counted",
};

const codePattern = /^([\da-f]{8,32})(?:-([a-z\d]{12}))?$/;

/**
 * Reads the code in a link, and the suffix that identifies an emailed invitation, which is null in a shared link. Null
 * for anything else.
 */
export function readInviteCode(text: string): { code: string; suffix: string | null } | null {
  const [, code, suffix] = codePattern.exec(text.toLowerCase()) ?? [];
  return code ? { code, suffix: suffix ?? null } : null;
}

const shareText = "Join me on Matchcut, where creators find editors, designers and writers.";

/** Where the link can be shared. These are plain links to the networks, and nothing is loaded from them. */
export function shareLinks(link: string): { name: string; href: string }[] {
  const [url, text] = [encodeURIComponent(link), encodeURIComponent(shareText)];
  return [
    { name: "Facebook", href: `https://www.facebook.com/sharer/sharer.php?u=${url}` },
    { name: "Twitter", href: `https://twitter.com/intent/tweet?url=${url}&text=${text}` },
    { name: "LinkedIn", href: `https://www.linkedin.com/sharing/share-offsite/?url=${url}` },
    { name: "SMS", href: `sms:?&body=${text}%20${url}` },
  ];
}

/**
 * A name for emails and pages that strangers read. Keeps letters only. That's stricter than `unlinked`, because a name
 * might also be a phone number or an advertisement.
 */
export function plainName(name: string): string {
  const plain = tidyLine(tidyLine(name).replace(/[^\p{L}\p{M}\p{Join_Control}'’·׳ -]/gu, " "));
  return cut(plain, 40).trim() || "Someone";
}
