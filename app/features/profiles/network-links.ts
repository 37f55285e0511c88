import { normalized, withoutInvisible } from "~/lines";
import { safeLink } from "~/links";
import { type LinkKey, linkLabels } from "./profile";

interface Network {
  hosts: readonly string[];
  /** Matches a whole handle, without the @. */
  handle: RegExp;
  address: (handle: string) => string;
}

/** Networks that have handles. Websites have none, so they're not here. */
export const networks: Partial<Record<LinkKey, Network>> = {
  youtube: {
    hosts: ["youtube.com", "youtu.be"],
    handle: /^[\p{L}\p{M}\p{N}._·-]{3,30}$/u,
    address: (handle) => `https://www.youtube.com/@${handle}`,
  },
  twitter: {
    hosts: ["x.com", "twitter.com"],
    handle: /^\w{1,15}$/,
    address: (handle) => `https://x.com/${handle}`,
  },
  instagram: {
    hosts: ["instagram.com", "instagr.am", "ig.me"],
    handle: /^[\w.]{1,30}$/,
    address: (handle) => `https://www.instagram.com/${handle}/`,
  },
  linkedin: {
    hosts: ["linkedin.com"],
    handle: /^[\p{L}\p{M}\p{N}-]{3,100}$/u,
    address: (handle) => `https://www.linkedin.com/in/${handle}/`,
  },
  behance: {
    hosts: ["behance.net", "be.net"],
    handle: /^[\w-]{3,20}$/,
    address: (handle) => `https://www.behance.net/${handle}`,
  },
};

/** Pages of a network that redirect to any other site. */
const redirects = /^https?:\/\/(?:l\.[^/]+\/|[^/]+\/(?:redirect\b|redir\/|safety\/go\b))/i;
const homePage = /^https?:\/\/(?:www\.|m\.|mobile\.)?[^./]+\.[^./]+\/(?:[?#]|$)/i;
/** YouTube shows it next to the handle. */
const channelId = /^UC[\w-]{22}$/;

export const networkWords = (key: LinkKey) =>
  `Please enter a ${linkLabels[key]} link or a handle, like @kimcuts`.replace("a Instagram", "an Instagram");

/**
 * Turns what was typed into a link: a URL on the network stays as typed, a handle becomes a URL, '' stays ''. Null for
 * anything else, such as a URL on another site, one that redirects there, or the network's home page.
 */
export function networkLink(key: LinkKey, typed: string): string | null {
  const network = networks[key];
  const text = withoutInvisible(typed).trim();
  if (!network || !text) return safeLink(text);
  const link = safeLink(text);
  const host = link ? new URL(link).hostname : "";
  const isOn = ({ hosts }: Network) => hosts.some((one) => host === one || host.endsWith(`.${one}`));
  if (link && isOn(network)) return redirects.test(link) || homePage.test(link) ? null : link;
  // 'x.com' and 'www.kim.com' would also match as handles, but they're other sites.
  if (/^www\./i.test(text) || Object.values(networks).some(isOn)) return null;
  // Some people paste 'https://@kim.cuts', because other sites' forms turn '@kim.cuts' into that. Japanese keyboards
  // type '＠ｋｉｍ'.
  const [, handle = ""] = /^(?:https?:\/\/(?=@))?@?([^@/]+)\/?$/i.exec(normalized(text, "NFKC")) ?? [];
  if (key === "youtube" && channelId.test(handle)) return `https://www.youtube.com/channel/${handle}`;
  if (!network.handle.test(handle)) return null;
  const address = safeLink(network.address(handle));
  // The parser drops '.' and '..'.
  return address && !homePage.test(address) ? address : null;
}
