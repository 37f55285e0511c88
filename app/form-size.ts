/** How many bytes of text in a form the server accepts. Enough for 5,000 characters of any script, percent-encoded. */
export const formBytes = 64 * 1024;
