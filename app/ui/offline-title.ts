/** The title of everything that says there's no connection. */
export const offlineTitle = "You're offline";
