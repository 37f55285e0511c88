/** The title of everything that says there is no connection. */
export const offlineTitle = "You're offline";
