import { formatLongDate } from "~/ui/dates";

/** In days: priority matching for the inviter, and a boost for the invitee. */
export const boostDays = { referrer: 30, invitee: 7 } as const;

/** Rewarded invitations of a Growth Champion. */
export const championAt = 5;
export const championWords = "Growth Champion";

export interface RewardsView {
  /** ISO 8601; null without one. */
  priorityUntil: string | null;
  boostUntil: string | null;
  rewarded: number;
  isChampion: boolean;
}

const dayIn = (date: Date, zone: string | null) =>
  formatLongDate(date.toISOString(), { zone: zone ?? "UTC", now: 0 });

/** For the inviter. `until` in their time zone. */
export const referrerWords = (until: Date, zone: string | null, isNewChampion: boolean) => ({
  title: "Somebody has joined by your invitation",
  body: `Your matching has priority until ${dayIn(until, zone)}.${
    isNewChampion ? ` You are a ${championWords} now: your profile says so.` : ""
  }`,
});

/** For the invitee. */
export const inviteeWords = (until: Date, zone: string | null) => ({
  title: `Your profile is boosted for ${boostDays.invitee} days`,
  body: `You joined by an invitation, so you are shown earlier until ${dayIn(until, zone)}.`,
});
