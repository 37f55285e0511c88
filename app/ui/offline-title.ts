/** The title of every message that says that there's no connection. */
export const offlineTitle = "You're offline";

export const notSentOffline = {
  title: offlineTitle,
  text: "Nothing was sent. Try again when you're back online.",
  tone: "destructive",
} as const;
