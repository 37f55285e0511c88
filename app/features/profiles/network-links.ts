import { withoutInvisible } from "~/lines";
import { safeLink } from "~/links";
import { type LinkKey, linkLabels } from "./profile";

interface Network {
  hosts: readonly string[];
  /** The pattern of a valid handle. */
  handle: RegExp;
  address: (handle: string) => string;
}

/** Websites have no handle. */
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
    hosts: ["linkedin.com", "lnkd.in"],
    handle: /^[\p{L}\p{M}\p{N}-]{3,100}$/u,
    address: (handle) => `https://www.linkedin.com/in/${handle}/`,
  },
  behance: {
    hosts: ["behance.net", "be.net"],
    handle: /^[\w-]{3,20}$/,
    address: (handle) => `https://www.behance.net/${handle}`,
  },
};

export const networkWords = (key: LinkKey) =>
  `Please enter a ${linkLabels[key]} address, or a handle such as @kimcuts`.replace(
    "a Instagram",
    "an Instagram",
  );

/**
 * Returns the URL as typed, or the URL for the handle. '' stays ''. Null for anything that doesn't belong to the
 * network.
 */
export function networkLink(key: LinkKey, typed: string): string | null {
  const network = networks[key];
  const text = withoutInvisible(typed).trim();
  if (!network || !text) return safeLink(text);
  const link = safeLink(text);
  const host = link ? new URL(link).hostname : "";
  const isOn = ({ hosts }: Network) => hosts.some((one) => host === one || host.endsWith(`.${one}`));
  if (isOn(network)) return link;
  // Without this, 'x.com' and 'www.kim.com' would pass for handles.
  if (/^www\./i.test(text) || Object.values(networks).some(isOn)) return null;
  // Another site's form turns '@kim.cuts' into 'https://@kim.cuts'.
  const [, handle = ""] = /^(?:https?:\/\/(?=[@＠]))?[@＠]?([^@＠/]+)\/?$/i.exec(text) ?? [];
  return network.handle.test(handle) ? safeLink(network.address(handle.normalize("NFC"))) : null;
}
