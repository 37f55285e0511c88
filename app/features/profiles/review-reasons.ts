/** How long a decision can be undone; the contributor's mail waits slightly longer. */
export const undoMinutes = 10;

/** Why a profile isn't approved yet: the words for the admin who picks it, and for the contributor who reads it. */
export const reviewReasons = {
  samples: {
    label: "Too few samples",
    text: "Please show more of your work. We look for at least three samples.",
  },
  fitting: { label: "Samples don't fit", text: "Please show work that fits the services you offer." },
  profile: {
    label: "Profile incomplete",
    text: "Please complete your profile: your services, your tools and a few words about yourself.",
  },
  own: { label: "Not their own", text: "Please use your own name and show only your own work." },
  place: {
    label: "Not in the U.S.",
    text: "For now, Matchcut contributors are all based in the United States.",
  },
} as const;

export type ReviewReason = keyof typeof reviewReasons;

/** For a rejection: the picked reasons, one per line, then the written text. */
export const reasonText = ({ pick, reason }: { pick: readonly ReviewReason[]; reason: string }): string =>
  [...pick.map((name) => reviewReasons[name].text), reason].filter(Boolean).join("\n");

export interface Rejection {
  /** Empty if none was given. */
  reason: string;
  asksChanges: boolean;
}
