import { normalized, withoutInvisible } from "~/lines";

/** The HTML standard's definition: https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
const validAddress =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** RFC 5321, section 4.5.3.1, and its erratum 1690. */
const longestLocalPart = 64;
export const longestEmail = 254;

/**
 * How an address is stored, compared and counted: NFC, lower case, and the domain in ASCII. Leaves out invisible
 * characters, which get copied along with an address. Null for anything but a single address with a dot in its domain.
 */
export function canonicalEmail(typed: string): string | null {
  const text = withoutInvisible(normalized(typed)).trim();
  const at = text.lastIndexOf("@");
  const localPart = text.slice(0, at);
  const domain = at > 0 && text.length <= longestEmail ? asciiDomain(text.slice(at + 1)) : null;
  // Checked before the address is in lower case, because some non-ASCII letters become ASCII then.
  if (!domain || localPart.length > longestLocalPart) return null;
  const email = `${localPart}@${domain}`;
  return validAddress.test(email) && email.length <= longestEmail ? email.toLowerCase() : null;
}

/**
 * A spelling that all variants of a canonical address share, without its dots and '+tag'. It's only for comparing: some
 * providers give addresses that are equal here to different people.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const localPart = email.slice(0, at).split("+")[0]?.replaceAll(".", "");
  const domain = email.slice(at + 1);
  return `${localPart}@${domain === "googlemail.com" ? "gmail.com" : domain}`;
}

/** The domain in ASCII. Null for anything that isn't a host name, such as an IP address, or has a port or path. */
function asciiDomain(domain: string): string | null {
  if (/[\s\p{Cc}/?#@:\\[\]%<>^|]/u.test(domain)) return null;
  try {
    const { hostname } = new URL(`http://${domain}`);
    return /\.[a-z0-9-]*[a-z][a-z0-9-]*$/.test(hostname) ? hostname : null;
  } catch {
    return null;
  }
}
