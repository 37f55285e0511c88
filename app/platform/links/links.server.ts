import { env, isProduction } from "../env.server";
import type { LinksPort } from "./links-port.server";
import { oembedLinks } from "./oembed-links.server";

/** Contacts no site, because nothing may leave the machine outside production. */
const localLinks: LinksPort = { describe: async () => null };

/** Titles and stills of work on other sites, for jobs. */
export const links: LinksPort =
  isProduction || env.OEMBED_API_HOST ? oembedLinks({ standIn: env.OEMBED_API_HOST }) : localLinks;
