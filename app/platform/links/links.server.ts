import { env, isProduction } from "../env.server";
import type { LinksSide } from "./links-side.server";
import { oembedLinks } from "./oembed-links.server";

/** Contacts no one: outside production, nothing leaves this machine. */
const localLinks: LinksSide = { describe: async () => null };

/** Titles and stills of work that lives elsewhere, for jobs. */
export const links: LinksSide =
  isProduction || env.OEMBED_API_HOST ? oembedLinks({ standIn: env.OEMBED_API_HOST }) : localLinks;
