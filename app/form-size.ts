/** Bytes of a form's texts that the server accepts. Fits 5,000 characters of any script, percent-encoded. */
export const formBytes = 64 * 1024;
