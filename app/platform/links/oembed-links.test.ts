import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type OembedStandIn, startOembed } from "../../../sandbox/oembed";
import { fetchSmall, UnfitAnswer } from "./fetching.server";
import { links } from "./links.server";
import { SilentSite } from "./links-port.server";
import { oembedLinks } from "./oembed-links.server";
import { isPublicAddress } from "./public-address.server";

let oembed: OembedStandIn;
beforeAll(async () => {
  oembed = await startOembed();
});
beforeEach(() => {
  oembed.asked.length = 0;
});
afterAll(() => oembed.stop());

const video = "https://www.youtube.com/watch?v=rivers";
const describeLink = (url = video, patience = {}) =>
  oembedLinks({ standIn: oembed.url, ...patience }).describe(url);
const json = { "Content-Type": "application/json" };
const redirect = (location: string) =>
  oembed.answerNext((response) => response.writeHead(302, { Location: location }).end());

describe("a link of a listed site", () => {
  test.each([
    [video, "Video rivers", "/www.youtube.com/oembed?"],
    ["https://youtu.be/rivers", "Video rivers", "/www.youtube.com/oembed?"],
    ["http://vimeo.com/76979871", "Video 76979871", "/vimeo.com/api/oembed.json?"],
    ["https://www.tiktok.com/@wren/video/7", "Video 7", "/www.tiktok.com/oembed?"],
    ["https://www.instagram.com/p/Cx1/", "Video Cx1", "/www.instagram.com/api/v1/oembed/?"],
  ])("%s has a title and a still", async (url, title, asked) => {
    const preview = await describeLink(url);
    expect(preview?.title).toBe(title);
    expect(Buffer.from(preview?.still ?? []).toString("latin1", 0, 2)).toBe("\u00ff\u00d8");
    expect(oembed.asked[0]).toContain(`${asked}url=${encodeURIComponent(url)}`);
    expect(oembed.asked).toHaveLength(2);
  });

  test("has no preview if its site doesn't recognize it; other sites are never contacted", async () => {
    expect(await describeLink("https://vimeo.com/missing")).toBeNull();
    oembed.asked.length = 0;
    for (const url of [
      "https://example.com/",
      "https://youtube.com.example.com/",
      "https://127.0.0.1/",
      "file:///etc/passwd",
      "no address",
    ])
      expect(await describeLink(url)).toBeNull();
    expect(oembed.asked).toEqual([]);
  });

  test("may be redirected up to three times within the list", async () => {
    redirect("https://youtube.com/oembed?url=elsewhere%2Frivers");
    expect(await describeLink()).toBeNull();
    redirect("/oembed?url=rivers");
    expect((await describeLink())?.title).toBe("Video rivers");
    for (let times = 0; times < 4; times += 1) redirect("/oembed?url=rivers");
    expect(await describeLink()).toBeNull();
  });

  test.each([
    "https://evil.example/oembed?url=rivers",
    "http://www.youtube.com/oembed?url=rivers",
    "https://www.youtube.com:8443/oembed?url=rivers",
    "https://user:word@www.youtube.com/oembed?url=rivers",
    "https://169.254.169.254/latest/meta-data",
    "file:///etc/passwd",
    "//[",
  ])("isn't followed to %s", async (location) => {
    redirect(location);
    expect(await describeLink()).toBeNull();
    expect(oembed.asked).toHaveLength(1);
  });

  test.each<[string, Record<string, string>, string]>([
    ["another type", { "Content-Type": "text/html" }, '{"title":"x"}'],
    ["a body that isn't JSON", json, "<html>"],
    ["JSON that isn't an object", json, '"title"'],
    ["more than 64 kB", json, JSON.stringify({ title: "x".repeat(65 * 1024) })],
  ])("whose site responds with %s has none", async (_what, headers, body) => {
    oembed.answerNext((response) => response.writeHead(200, headers).end(body));
    expect(await describeLink()).toBeNull();
  });

  test("has a one-line title, and no still from another site", async () => {
    for (const thumbnail_url of ["https://evil.example/x.jpg", "http://i.ytimg.com/x.jpg", "no address", 7]) {
      const title = ` Rivers می\u200cخواهم 👨‍👩‍👧\n\u202eand ${"lakes ".repeat(60)}`;
      oembed.answerNext((response) =>
        response.writeHead(200, json).end(JSON.stringify({ title, thumbnail_url })),
      );
      const preview = await describeLink();
      expect(preview?.still).toBeNull();
      expect(preview?.title).toMatch(/^Rivers می\u200cخواهم 👨‍👩‍👧 and lakes /u);
      expect(preview?.title.length).toBeLessThanOrEqual(200);
    }
    expect(oembed.asked).toHaveLength(4);
  });

  test("may have a still from a listed host's subdomain, but not from a host that only ends the same way", async () => {
    const stillAt = async (host: string) => {
      const thumbnail_url = `https://${host}/still.jpg`;
      oembed.answerNext((response) =>
        response.writeHead(200, json).end(JSON.stringify({ title: "x", thumbnail_url })),
      );
      const preview = await describeLink("https://www.tiktok.com/@wren/video/7");
      return [preview?.still !== null, oembed.asked.splice(0).length];
    };
    expect(await stillAt("p16.tiktokcdn.com")).toEqual([true, 2]);
    expect(await stillAt("eviltiktokcdn.com")).toEqual([false, 1]);
    expect(await stillAt("tiktokcdn.com.evil.example")).toEqual([false, 1]);
  });

  test("can be tried again if its site is slow, cut off or overloaded", async () => {
    const patience = { milliseconds: 400 };
    oembed.answerNext(() => {});
    await expect(describeLink(video, patience)).rejects.toThrow(SilentSite);
    // Sends headers right away, then a body that never ends.
    oembed.answerNext((response) => response.writeHead(200, json).write("{"));
    await expect(describeLink(video, patience)).rejects.toThrow(SilentSite);
    oembed.answerNext((response) => response.destroy());
    await expect(describeLink()).rejects.toThrow(SilentSite);
    for (const status of [429, 503]) {
      oembed.answerNext((response) => response.writeHead(status).end());
      await expect(describeLink()).rejects.toThrow(SilentSite);
    }
  });
});

describe("an IP address", () => {
  test.each([
    ...["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"],
    ...["224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "ff02::1"],
    ...["64:ff9b::7f00:1", "2002:7f00:1::1", "no address"],
  ])("%s isn't public", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(["142.250.74.78", "2a00:1450:4001:830::200e"])("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test("never connects to a private address, whichever host name resolves to it", async () => {
    let connections = 0;
    const server = createServer().on("connection", () => {
      connections += 1;
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as AddressInfo;
    const rules = { hosts: ["localhost"], type: /./, maxBytes: 10, milliseconds: 2_000 };
    await expect(fetchSmall(`https://localhost:${port}/`, rules)).rejects.toThrow(UnfitAnswer);
    for (const addresses of [["127.0.0.1"], ["142.250.74.78", "127.0.0.1"], []]) {
      const resolve = async () => addresses.map((address) => ({ address, family: 4 }));
      await expect(fetchSmall("https://localhost/", { ...rules, resolve })).rejects.toThrow(
        "not a public address",
      );
    }
    await expect(fetchSmall("https://localhost/", rules)).rejects.toThrow("not a public address");
    expect(connections).toBe(0);
    server.close();
  });
});

test("outside of production, no site is contacted unless one is given", async () => {
  expect(await links.describe(video)).toBeNull();
  expect(oembed.asked).toEqual([]);
  vi.resetModules();
  vi.stubEnv("OEMBED_API_HOST", oembed.url);
  const { links: given } = await import("./links.server");
  vi.unstubAllEnvs();
  expect((await given.describe(video))?.title).toBe("Video rivers");
  expect(oembed.asked).toHaveLength(2);
});
