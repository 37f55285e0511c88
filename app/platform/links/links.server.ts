import { env, isProduction } from "../env.server";
import type { LinksSide } from "./links-side.server";
import { localLinks } from "./local-links.server";
import { oembedLinks } from "./oembed-links.server";

/** Titles and stills of work that lives elsewhere, for jobs. */
export const links: LinksSide =
  isProduction || env.OEMBED_API_HOST ? oembedLinks({ standIn: env.OEMBED_API_HOST }) : localLinks;
