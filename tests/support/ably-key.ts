/** A key in Ably's format, for the stand-in. */
export const ablyKey = "standin.key1:a-secret-for-tests";
