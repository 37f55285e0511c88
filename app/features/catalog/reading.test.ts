import { describe, expect, it } from "vitest";
import { namesOf, serviceGroups, toolGroups } from "./catalog";
import { listCatalog } from "./reading.server";

const named = (entries: { name: string }[]) => entries.map(({ name }) => name);
const list = (words: string) => words.split(", ").sort();

describe("the catalog", () => {
  it("holds what the forms of creators offer", async () => {
    const { contentTypes, visualStyles, tools, services } = await listCatalog();
    expect(named(contentTypes).sort()).toEqual(list("YouTube, Instagram, TikTok, Podcast, Blog, Newsletter"));
    expect(named(visualStyles.filter(({ forCreators }) => forCreators)).sort()).toEqual(
      list("Hormozi-style, Aesthetic Reels, Casual Vlog, Professional, Cinematic, Minimalist"),
    );
    expect(named(tools.filter(({ forCreators }) => forCreators)).sort()).toEqual(
      list(
        "Canva, Photoshop, Figma, Final Cut, Premiere Pro, After Effects, CapCut, Webflow, Framer, Notion, ChatGPT, Google Analytics",
      ),
    );
    const needed = (category: string) =>
      named(services.filter((service) => service.needCategory === category)).sort();
    expect(needed("creative")).toEqual(
      list(
        "Video Editor, Thumbnail Designer, Writer, Graphic Designer, Cinematographer, Videographer, Voiceover Artist, Audio Engineer, Music Producer, Web Designer, Photographer, Photo Editor",
      ),
    );
    expect(needed("strategic")).toEqual(
      list("Social Media Manager, Content Strategist, Podcast Editor, Growth Marketer, Creative Director"),
    );
  });

  it("holds what the forms of contributors offer, five to seven a group, and nothing outside the groups", async () => {
    const { visualStyles, services, tools } = await listCatalog();
    expect(named(visualStyles).sort()).toEqual(
      list(
        "Hormozi-style, Aesthetic Reels, Casual Vlog, Professional, Cinematic, Minimalist, Raw/Unfiltered, Fast-Paced / High-Energy, Trendy TikTok, Branded/Corporate, Documentary, Tutorial / Educational, Voiceover-Driven, Lifestyle / Influencer, Animation / Motion Graphics, Meme-Style, Podcast / Interview Format",
      ),
    );
    for (const [entries, groups] of [
      [services, serviceGroups],
      [tools, toolGroups],
    ] as const) {
      const sizes = groups.map((group) => entries.filter(({ category }) => category === group).length);
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(5);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(7);
      expect(sizes.reduce((sum, size) => sum + size)).toBe(entries.length);
    }
  });

  it("lists by name, and names by id", async () => {
    const { tools, byId } = await listCatalog();
    expect(named(tools)).toEqual(
      named(tools).sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase(), "en")),
    );
    expect(namesOf([20, 999, 7], byId.services)).toEqual(["Video Editor", "Graphic Designer"]);
  });

  it("is read once", async () => {
    expect(await listCatalog()).toBe(await listCatalog());
  });
});
