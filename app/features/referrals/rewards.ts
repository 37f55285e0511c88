import { formatLongDate } from "~/ui/dates";

/** In days: priority matching for the inviter, and a boost for the invited person. */
export const boostDays = { referrer: 30, invitee: 7 } as const;

/** How many rewarded invitations make someone a Growth Champion. */
export const championAt = 5;
export const championWords = "Growth Champion";

export interface RewardsView {
  /** ISO 8601; null without one. */
  priorityUntil: string | null;
  boostUntil: string | null;
  rewarded: number;
  isChampion: boolean;
}

/** Who has joined through a member's invitations, as shown on dashboards. */
export interface JoinedView {
  rewarded: number;
  /** At most two. */
  faces: { name: string; avatarUrl: string | null }[];
}

const dayIn = (date: Date, zone: string | null) =>
  formatLongDate(date.toISOString(), { zone: zone ?? "UTC", now: 0 });

/** For the inviter. `until` is in their time zone. */
export const referrerWords = (until: Date, zone: string | null, isNewChampion: boolean) => ({
  title: "Someone joined with your invitation",
  body: `You have priority matching until ${dayIn(until, zone)}.${
    isNewChampion ? ` You're now a ${championWords}, and your profile shows the badge.` : ""
  }`,
});

/** For the invited person. */
export const inviteeWords = (until: Date, zone: string | null) => ({
  title: `Your profile is boosted for ${boostDays.invitee} days`,
  body: `You joined with an invitation, so your profile shows up earlier until ${dayIn(until, zone)}.`,
});
