export type MailState = "sent" | "waiting" | "failed" | "stopped" | "turned-off" | "in-digest";

export const mailStateWords: Readonly<Record<MailState, string>> = {
  sent: "Sent",
  waiting: "Waiting",
  failed: "Failed",
  stopped: "Stopped by an admin",
  "turned-off": "Turned off by the recipient",
  "in-digest": "In a daily email",
};

export const unsentStates = { failed: "Failed", waiting: "Waiting" } as const;
export type UnsentState = keyof typeof unsentStates;
