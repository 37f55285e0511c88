/** The title of every message that says there's no connection. */
export const offlineTitle = "You're offline";
