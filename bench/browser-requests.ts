import { setTimeout as pause } from "node:timers/promises";
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";

/** Without network activity, in ms. */
const quiet = 1_000;

export interface Site {
  origin: string;
  cookie: string;
  browser: Browser;
}

export interface Requested {
  url: string;
  isScript: boolean;
  isPicture: boolean;
  isFrame: boolean;
  /** On the wire, headers included; 0 while unfinished. */
  bytes: number;
}

/** Chromium's requests for a first view with an empty cache. */
export async function requestsOf(
  site: Site,
  path: string,
  cookie: string,
  settings: BrowserContextOptions = {},
  prepare?: (page: Page) => Promise<void>,
): Promise<Requested[]> {
  const context = await site.browser.newContext(settings);
  try {
    if (cookie) {
      const [name = "", value = ""] = cookie.split(/=(.*)/);
      await context.addCookies([{ name, value, url: site.origin }]);
    }
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const requests: Requested[] = [];
    const byId = new Map<string, Requested>();
    let lastAt = Date.now();
    await session.send("Network.enable");
    const { frameTree } = await session.send("Page.getFrameTree");
    session.on("Network.requestWillBeSent", () => {
      lastAt = Date.now();
    });
    session.on("Network.responseReceived", ({ requestId, response: { url, mimeType }, type, frameId }) => {
      lastAt = Date.now();
      const request = {
        url,
        isScript: type === "Script",
        isPicture: mimeType.startsWith("image/"),
        isFrame: frameId !== frameTree.frame.id,
        bytes: 0,
      };
      requests.push(request);
      byId.set(requestId, request);
    });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const request = byId.get(requestId);
      if (request) request.bytes = encodedDataLength;
    });
    await prepare?.(page);
    // Not 'load': a thread's frame stays open.
    await page.goto(site.origin + path, { waitUntil: "domcontentloaded" });
    while (Date.now() - lastAt < quiet) await pause(50);
    return requests.filter(({ url }) => url.startsWith("http"));
  } finally {
    await context.close();
  }
}
