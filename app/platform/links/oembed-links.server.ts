import { z } from "zod";
import { cut } from "~/graphemes";
import { tidyLine } from "~/lines";
import { log } from "../log.server";
import { fetchSmall, UnfitAnswer } from "./fetching.server";
import type { LinkPreview, LinksPort } from "./links-port.server";
import type { Resolve } from "./public-address.server";

/** The endpoints listed at https://oembed.com/providers.json. */
interface Provider {
  hosts: readonly string[];
  endpoint: string;
  /** The hosts that the provider's stills may come from. */
  stills: readonly string[];
}

const providers: readonly Provider[] = [
  {
    hosts: ["youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com", "youtu.be"],
    endpoint: "https://www.youtube.com/oembed",
    stills: ["i.ytimg.com"],
  },
  {
    hosts: ["vimeo.com", "www.vimeo.com", "player.vimeo.com"],
    endpoint: "https://vimeo.com/api/oembed.json",
    stills: ["i.vimeocdn.com"],
  },
  {
    hosts: ["tiktok.com", "www.tiktok.com", "m.tiktok.com", "vm.tiktok.com"],
    endpoint: "https://www.tiktok.com/oembed",
    stills: [".tiktokcdn.com", ".tiktokcdn-us.com", ".tiktokcdn-eu.com"],
  },
  {
    // Instagram's documented endpoint needs an app's token. If this one refuses, the link stays a plain link.
    hosts: ["instagram.com", "www.instagram.com"],
    endpoint: "https://www.instagram.com/api/v1/oembed/",
    stills: [".cdninstagram.com", ".fbcdn.net"],
  },
  {
    hosts: ["soundcloud.com", "www.soundcloud.com", "m.soundcloud.com", "on.soundcloud.com"],
    endpoint: "https://soundcloud.com/oembed",
    stills: [".sndcdn.com"],
  },
];
const listedHosts = providers.flatMap(({ hosts }) => hosts);

/** Limits for the size of a response and of a still. */
const maxBytes = { answer: 64 * 1024, still: 2 * 2 ** 20 };
const milliseconds = 5_000;

const answerSchema = z.object({
  title: z.string().catch(""),
  thumbnail_url: z.string().optional().catch(undefined),
});

/** Queries the oEmbed endpoint (https://oembed.com) of a listed provider. Pages on other sites have no description. */
export function oembedLinks(how: { standIn?: string; resolve?: Resolve; milliseconds?: number }): LinksPort {
  const rules = { milliseconds, ...how };

  async function describe(given: string): Promise<LinkPreview | null> {
    const provider = providerOf(given);
    if (!provider) return null;
    const asked = new URL(provider.endpoint);
    asked.search = new URLSearchParams({ url: given, format: "json" }).toString();
    const body = await unlessUnfit(given, () =>
      fetchSmall(asked.href, {
        ...rules,
        hosts: listedHosts,
        type: /^(application|text)\/([\w.+-]+\+)?(json|javascript)\b/i,
        maxBytes: maxBytes.answer,
      }),
    );
    const answer = body && parse(body);
    if (!answer) return null;
    const { title, thumbnail_url: still } = answer;
    return { title: plainTitle(title), still: still ? await stillAt(still, provider) : null };
  }

  const stillAt = (url: string, { stills }: Provider) =>
    unlessUnfit(url, () =>
      URL.canParse(url)
        ? fetchSmall(url, { ...rules, hosts: stills, type: /^image\//i, maxBytes: maxBytes.still })
        : Promise.reject(new UnfitAnswer("not an address")),
    );

  return { describe };
}

/** Null if the URL doesn't belong to any provider. */
function providerOf(given: string): Provider | null {
  if (!URL.canParse(given)) return null;
  const { hostname, protocol } = new URL(given);
  if (!/^https?:$/.test(protocol)) return null;
  return providers.find(({ hosts }) => hosts.includes(hostname)) ?? null;
}

/** Null if a retry wouldn't help. */
async function unlessUnfit(about: string, fetch: () => Promise<Buffer>): Promise<Buffer | null> {
  try {
    return await fetch();
  } catch (error) {
    if (!(error instanceof UnfitAnswer)) throw error;
    log.info(
      { host: URL.canParse(about) ? new URL(about).hostname : "", why: error.message },
      "a link has no preview",
    );
    return null;
  }
}

function parse(body: Buffer): z.output<typeof answerSchema> | null {
  try {
    return answerSchema.safeParse(JSON.parse(body.toString("utf8"))).data ?? null;
  } catch {
    return null;
  }
}

const longestTitle = 200;

/** On one line, without characters that could confuse a page. */
const plainTitle = (title: string) => cut(tidyLine(title), longestTitle);
