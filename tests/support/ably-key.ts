export const ablyKey = "standin.key1:a-secret-for-tests";
