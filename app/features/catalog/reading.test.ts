import { stat } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { paths } from "~/paths";
import { namesOf, serviceGroups, startingWith, toolGroups } from "./catalog";
import { styleSlug } from "./components/stills";
import { listCatalog } from "./reading.server";

const named = (entries: { name: string }[]) => entries.map(({ name }) => name);
const list = (words: string) => words.split(", ").sort();

/** Written out here because people see these names, and filters and links depend on them. */
const services = {
  "Product & Development":
    "Web Developer, Mobile Developer, No-Code Builder, UI/UX Designer, Automation Specialist, Product Manager",
  "Design & Branding":
    "Graphic Designer, Thumbnail Designer, Web Designer, Brand Designer, Photographer, Photo Editor, Creative Director",
  "Content & Copy": "Writer, Copywriter, Scriptwriter, Content Strategist, Newsletter Writer, Proofreader",
  "Media & Video":
    "Video Editor, Cinematographer, Videographer, Voiceover Artist, Audio Engineer, Music Producer, Podcast Editor",
  "Marketing & Growth":
    "Growth Marketer, Social Media Manager, SEO Specialist, Paid Ads Manager, Email Marketer, Influencer Outreach Manager",
  "Community & Operations":
    "Community Manager, Channel Manager, Virtual Assistant, Project Coordinator, Podcast Producer",
};
const tools = {
  "Design Tools": "Canva, Photoshop, Figma, Illustrator, Lightroom, Blender",
  "Video & Audio Editing":
    "Final Cut, Premiere Pro, After Effects, CapCut, DaVinci Resolve, Audition, Descript",
  "No-Code & Web": "Webflow, Framer, Notion, WordPress, Shopify, Airtable",
  "AI & Automation": "ChatGPT, Midjourney, ElevenLabs, Runway, Zapier",
  "Analytics & Ads": "Google Analytics, Google Ads, Meta Ads Manager, TubeBuddy, YouTube Studio, Ahrefs",
};

describe("the catalog", () => {
  it("has the options of the creator forms", async () => {
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

  it("has the options of the contributor forms, five to seven per group, and nothing outside the groups", async () => {
    const catalog = await listCatalog();
    expect(named(catalog.visualStyles).sort()).toEqual(
      list(
        "Hormozi-style, Aesthetic Reels, Casual Vlog, Professional, Cinematic, Minimalist, Raw/Unfiltered, Fast-Paced / High-Energy, Trendy TikTok, Branded/Corporate, Documentary, Tutorial / Educational, Voiceover-Driven, Lifestyle / Influencer, Animation / Motion Graphics, Meme-Style, Podcast / Interview Format",
      ),
    );
    for (const [entries, groups, expected] of [
      [catalog.services, serviceGroups, services],
      [catalog.tools, toolGroups, tools],
    ] as const) {
      expect(Object.keys(expected)).toEqual([...groups]);
      for (const [group, names] of Object.entries(expected)) {
        const held = named(entries.filter(({ category }) => category === group));
        expect(held.sort()).toEqual(list(names));
        expect(held.length).toBeGreaterThanOrEqual(5);
        expect(held.length).toBeLessThanOrEqual(7);
      }
      expect(new Set(entries.map(({ category }) => category))).toEqual(new Set(groups));
    }
  });

  it("has the kinds of budget that a project can have", async () => {
    expect(named((await listCatalog()).budgetTypes)).toEqual(
      list("Fixed Price, Hourly Rate, Monthly Retainer, Per Deliverable, Revenue Share"),
    );
  });

  it("puts what's wanted first and keeps the order otherwise", () => {
    expect(startingWith([3, 7, 20, 24], [24, 7, 99])).toEqual([24, 7, 3, 20]);
    expect(startingWith([3, 7], [null])).toEqual([3, 7]);
  });

  it("sorts lists by name and maps IDs to names", async () => {
    const { tools, byId, ...lists } = await listCatalog();
    expect(named(tools)).toEqual(
      named(tools).sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase(), "en")),
    );
    expect(namesOf([20, 999, 7], byId.services)).toEqual(["Video Editor", "Graphic Designer"]);
    for (const [entries, names] of [
      [lists.contentTypes, byId.contentTypes],
      [lists.services, byId.services],
      [tools, byId.tools],
      [lists.visualStyles, byId.styles],
      [lists.brandTones, byId.tones],
      [lists.budgetTypes, byId.budgets],
    ] as const)
      expect(names).toEqual(Object.fromEntries(entries.map(({ id, name }) => [id, name])));
  });

  it("has a small picture of each visual style", async () => {
    for (const { name } of (await listCatalog()).visualStyles) {
      const { size } = await stat(`public${paths.still(`styles/${styleSlug(name)}`)}`);
      expect(size, name).toBeGreaterThan(500);
      expect(size, name).toBeLessThan(10_000);
    }
  });

  it("is loaded once", async () => {
    expect(await listCatalog()).toBe(await listCatalog());
  });
});
