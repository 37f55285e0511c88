/** A key such as Ably makes, for the stand-in. */
export const ablyKey = "standin.key1:a-secret-for-tests";
