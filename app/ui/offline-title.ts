/** The title of every message that says that there's no connection. */
export const offlineTitle = "You're offline";
