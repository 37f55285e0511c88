/** The HTML standard's definition: https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
const validAddress =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** RFC 5321, section 4.5.3.1, and its erratum 1690. */
const longestLocalPart = 64;
export const longestEmail = 254;

/**
 * The stored, compared and rate-limited form: NFC, lower case, ASCII domain. Null for anything but a single address
 * with a dot in its domain.
 */
export function canonicalEmail(typed: string): string | null {
  const text = typed.normalize("NFC").trim();
  const at = text.lastIndexOf("@");
  const localPart = text.slice(0, at);
  const domain = at > 0 && text.length <= longestEmail ? asciiDomain(text.slice(at + 1)) : null;
  // Checked before lowercasing, because some non-ASCII letters become ASCII.
  if (!domain || localPart.length > longestLocalPart) return null;
  const email = `${localPart}@${domain}`;
  return validAddress.test(email) && email.length <= longestEmail ? email.toLowerCase() : null;
}

/**
 * One spelling for all variants of a canonical address, without dots and '+tag'. For comparison only: with some
 * providers, two addresses that are equal here belong to two people.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const localPart = email.slice(0, at).split("+")[0]?.replaceAll(".", "");
  const domain = email.slice(at + 1);
  return `${localPart}@${domain === "googlemail.com" ? "gmail.com" : domain}`;
}

/** Null for anything but a host name, such as an IP address, a port or a path. */
function asciiDomain(domain: string): string | null {
  if (/[\s\p{Cc}/?#@:\\[\]%<>^|]/u.test(domain)) return null;
  try {
    const { hostname } = new URL(`http://${domain}`);
    return /\.[a-z0-9-]*[a-z][a-z0-9-]*$/.test(hostname) ? hostname : null;
  } catch {
    return null;
  }
}
