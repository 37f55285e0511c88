/** How long a decision can be undone; the contributor's mail waits slightly longer. */
export const undoMinutes = 10;

/** Why a profile is not approved yet: as the admin picks it, and as its contributor reads it. */
export const reviewReasons = {
  samples: { label: "Too few samples", text: "Please show more of your work: three samples or more." },
  fitting: { label: "Samples do not fit", text: "Please show work that fits the services you offer." },
  profile: {
    label: "Profile incomplete",
    text: "Please complete your profile: services, tools, and a few words about you.",
  },
  own: { label: "Not their own", text: "Please use your own name, and show only work that is yours." },
  place: {
    label: "Not in the U.S.",
    text: "Matchcut's contributors are based in the United States for now.",
  },
} as const;

export type ReviewReason = keyof typeof reviewReasons;

/** For a rejection: the picked reasons, a line each, then the written text. */
export const reasonText = ({ pick, reason }: { pick: readonly ReviewReason[]; reason: string }): string =>
  [...pick.map((name) => reviewReasons[name].text), reason].filter(Boolean).join("\n");

export interface Rejection {
  /** Empty if none was given. */
  reason: string;
  asksChanges: boolean;
}
