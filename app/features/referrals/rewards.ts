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
