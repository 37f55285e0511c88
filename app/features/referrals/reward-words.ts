import { formatLongDate } from "~/ui/dates";
import { boostDays, championWords } from "./rewards";

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
