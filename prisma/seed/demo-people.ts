import { addPerson, addUse, type Person } from "./account.ts";
import type { Attachment } from "./attachments.ts";
import { type Collection, idsOf } from "./collection.ts";
import { addConversation, addLikes, addMatch } from "./connections.ts";
import { addContributor } from "./contributors.ts";
import { addCreator, type Creator } from "./creators.ts";
import { privateNotes } from "./project-texts.ts";
import { addApplication, addInvitation, addProject, noteFor, type Project } from "./projects.ts";
import { addWeeks } from "./weeks.ts";

export const demoPassword = "matchcut-demo";
export const demoLogins = {
  creator: "creator@demo.matchcut.test",
  /** A creator on Free, for reaching the limits and buying a plan. */
  starter: "starter@demo.matchcut.test",
  contributor: "contributor@demo.matchcut.test",
  admin: "admin@demo.matchcut.test",
} as const;

function addDemoCreator(all: Collection): Person {
  const services = ["Video Editor", "Thumbnail Designer", "Writer"];
  const person = addCreator(
    all,
    {
      fullName: "Dana Rivers",
      email: demoLogins.creator,
      userType: "creator",
      plan: "pro",
      joinedAt: all.daysAgo(64),
      services: idsOf(all.catalog.services, services),
    },
    {
      bio: "I make Slow Rivers, a weekly channel about small towns and the people who stay in them. I film alone and publish every Sunday. I am looking for an editor, a thumbnail designer and a writer to stay with.",
      currentProject: "Twelve river towns between St. Paul and New Orleans",
      location: "St. Louis, MO",
      experience: "advanced",
      availability: "available",
      styleDescription: "Long takes, natural sound, titles that do not shout.",
      otherTools: "Frame review boards, field recorder",
      goodAt: "Stories that take their time",
      priceRange: "$40–$60 per hour",
      turnaround: "Five days for a first cut",
    },
    {
      contentTypes: ["YouTube", "Newsletter"],
      tones: ["Warm", "Down-to-Earth"],
      styles: ["Cinematic", "Casual Vlog"],
      tools: ["Premiere Pro", "Photoshop", "Notion"],
    },
  );
  all.add("profile_links", { profile_id: person.id, key: "website", url: "https://slowrivers.example.com" });
  return person;
}

function addDemoContributor(all: Collection): Person {
  const services = ["Video Editor", "Thumbnail Designer", "Writer", "Social Media Manager"];
  const person = addContributor(
    all,
    {
      fullName: "Marcus Bell",
      email: demoLogins.contributor,
      userType: "contributor",
      plan: "free",
      joinedAt: all.daysAgo(80),
      services: idsOf(all.catalog.services, services),
    },
    {
      bio: "Editor first, everything around it second. Eight years of long-form video for travel and history channels, with thumbnails that fit and posts that bring people to the upload. I send a first cut early, so that changes stay small.",
      location: "Chattanooga, TN",
      experience: "advanced",
      availability: "available",
      goodAt: "Documentary-style stories; turning one long video into eight shorts",
      priceRange: "$45–$65 per hour",
      turnaround: "3–5 days",
    },
    {
      tools: ["Premiere Pro", "After Effects", "Photoshop", "Notion", "DaVinci Resolve"],
      styles: ["Cinematic", "Documentary", "Casual Vlog"],
      status: "approved",
    },
  );
  all.add("profile_links", {
    profile_id: person.id,
    key: "website",
    url: "https://marcusbell.example.com",
  });
  return person;
}

function addDemoStarter(all: Collection): void {
  addCreator(
    all,
    {
      fullName: "Jules Okafor",
      email: demoLogins.starter,
      userType: "creator",
      plan: "free",
      joinedAt: all.daysAgo(3),
      services: idsOf(all.catalog.services, ["Video Editor", "Social Media Manager"]),
    },
    {
      bio: "I cook what my neighbors grow, on camera, in one take. The channel is three months old, and the editing takes me longer than the cooking.",
      currentProject: "Ten dishes from one street",
      location: "Durham, NC",
      experience: "intermediate",
      availability: "available",
      priceRange: "$25–$40 per hour",
    },
    { contentTypes: ["YouTube"], tones: ["Warm"], styles: ["Casual Vlog"], tools: ["Premiere Pro"] },
  );
}

function addDemoAdmin(all: Collection): Person {
  return addPerson(
    all,
    {
      fullName: "Robin Castellano",
      email: demoLogins.admin,
      userType: "creator",
      isAdmin: true,
      plan: "free",
      joinedAt: all.daysAgo(400),
      services: [],
    },
    {
      bio: "I look after Matchcut: vetting, plans and questions that nobody else has answered.",
      location: "Columbus, OH",
      experience: null,
      availability: "available",
    },
  );
}

const applicationNotes = [
  "I have cut two series about small towns and would love a third. My first version usually comes within four days.",
  "Your last episode had the right pace already; I would only tighten the first minute. Happy to show what I mean on a test piece.",
  "I work in Premiere Pro and deliver the project files. I could start next Monday.",
  "I grew up in Cape Girardeau, so the river part is not research for me. Three samples are behind the link.",
];

function addProjectsOfDana(all: Collection, dana: Person, applicants: Person[], marcus: Person): void {
  const { faker, catalog } = all;
  const edit = addProject(all, dana, {
    title: "Editor for a twelve-part river series",
    description:
      "Each episode is about one town. I deliver around three hours of footage with notes and a rough order; I need a first cut of 14 to 18 minutes within five days, and one round of changes.",
    createdAt: all.daysAgo(6),
    services: idsOf(catalog.services, ["Video Editor"]),
    questions: 2,
  });
  const thumbnails = addProject(all, dana, {
    title: "Thumbnails with one idea each",
    description: "Two concepts for every episode, readable on a phone, no arrows and no open mouths.",
    createdAt: all.daysAgo(2),
    services: idsOf(catalog.services, ["Thumbnail Designer", "Graphic Designer"]),
  });
  const letters = addProject(all, dana, {
    title: "A letter from each town",
    description: "Eight hundred words for the newsletter, from my recordings and one call a week.",
    status: "in_progress",
    createdAt: all.daysAgo(24),
    services: idsOf(catalog.services, ["Writer"]),
    questions: 1,
  });
  const trailer = addProject(all, dana, {
    title: "Trailer for the spring season",
    description: "Sixty seconds from last year's footage, with original music.",
    status: "completed",
    createdAt: all.daysAgo(48),
    services: idsOf(catalog.services, ["Video Editor", "Music Producer"]),
  });
  const stages = ["new", "new", "new", "shortlisted", "shortlisted", "archived"] as const;
  for (const [index, person] of applicants.slice(0, 14).entries()) {
    const stage = stages[index % stages.length] ?? "new";
    addApplication(all, edit, person, {
      note: applicationNotes[index] ?? noteFor(all, { show: "Slow Rivers" }),
      stage,
      privateNote: stage === "new" ? "" : faker.helpers.arrayElement(privateNotes),
      at: all.daysAgo(5.5 - index * 0.35),
    });
  }
  addApplication(all, edit, marcus, {
    note: "We share a taste for long takes. I would start with episode one as a paid test.",
    at: all.daysAgo(1.5),
  });
  for (const [project, days] of [
    [letters, 22],
    [trailer, 46],
  ] as const) {
    const first = project === letters ? 14 : 18;
    for (const [index, person] of applicants.slice(first, first + 4).entries()) {
      addApplication(all, project, person, {
        note: noteFor(all, { show: "Slow Rivers" }),
        status: index === 0 ? "accepted" : "declined",
        declineNote: index === 1 ? "Thank you. I hope that you apply again for the next season." : "",
        at: all.daysAgo(days - index),
        decidedAt: all.daysAgo(days - index - 0.8),
      });
    }
  }
  addInvitation(all, thumbnails, marcus, {
    note: "Your thumbnails for the railway series are what I have in mind.",
    at: all.daysAgo(1),
  });
  const [invited] = applicants.slice(22);
  if (invited) {
    const declinedAt = all.daysAgo(0.6);
    addInvitation(all, thumbnails, invited, { note: "", at: all.daysAgo(1.4), declinedAt });
  }
}

/** The demo contributor's applications to other creators, one in each state, and an invitation. */
export function addApplicationsOfMarcus(
  all: Collection,
  { marcus, partners }: DemoPeople,
  projects: readonly Project[],
): void {
  const free = projects.filter(
    ({ owner }) => !partners.includes(owner.id) && owner.services.some((id) => marcus.services.includes(id)),
  );
  const take = (status: Project["status"], isExpired = false) => {
    const now = all.daysAgo(0);
    const index = free.findIndex(
      (one) =>
        one.status === status &&
        (one.expiresAt !== null && one.expiresAt < now) === isExpired &&
        one.createdAt < all.daysAgo(2),
    );
    return free.splice(index, index < 0 ? 0 : 1)[0];
  };
  const note =
    "Long-form is my daily work. Here is one piece that is close to yours; I could start next week.";
  const soonAfter = ({ createdAt }: Project, days: number) =>
    new Date(createdAt.getTime() + days * 86_400_000);
  const cases = [
    [take("open"), { status: "pending" }],
    [take("open"), { status: "pending" }],
    [take("in_progress"), { status: "accepted" }],
    [
      take("open"),
      { status: "declined", declineNote: "Your samples are lovely. The dates did not work out." },
    ],
    [take("open"), { status: "withdrawn" }],
    [take("cancelled"), { status: "pending" }],
    [take("open", true), { status: "pending" }],
  ] as const;
  for (const [project, given] of cases) {
    if (project)
      addApplication(all, project, marcus, {
        note,
        ...given,
        at: soonAfter(project, 0.5),
        decidedAt: soonAfter(project, 1.2),
      });
  }
  const host = take("open");
  if (host)
    addInvitation(all, host, marcus, { note: "Would you have a look at this?", at: all.daysAgo(0.4) });
}

const favoriteNotes = [
  "Fast, asks good questions, dear for a full season.",
  "Booked out until March. Ask again in spring.",
  "Knows the river towns, and would travel.",
];

/** Favorites of the demo's creator in two lists, some with a note. */
function addFavorites(all: Collection, creator: Person, people: Person[]): void {
  const lists = ["River series", "Spring season"].map((name, index) => {
    const id = all.faker.string.uuid();
    all.add("saved_lists", { id, creator_id: creator.id, name, created_at: all.daysAgo(20 - index) });
    return id;
  });
  for (const [index, person] of people.entries()) {
    const at = all.daysAgo(1 + index * 2.2);
    const pair = { creator_id: creator.id, contributor_id: person.id };
    all.add("saved_contributors", { ...pair, note: favoriteNotes[index / 2] ?? "", created_at: at });
    if (index < 6) all.add("saved_list_items", { ...pair, list_id: lists[index % 2] });
    addUse(all, creator.id, "save", person.id, at);
  }
}

const cairoNotes = [
  "Slow Rivers: Cairo, Illinois",
  "",
  "1. The two rivers from the levee, no music",
  "2. Ruth at the library, until she laughs",
  "3. The empty street, held for as long as it can be",
  "4. Ferry crossing, morning",
  "5. Ruth again: why she stayed",
  "",
  "Sound: keep the wind. Length: 16 minutes.",
];

export interface DemoPeople {
  dana: Person;
  marcus: Person;
  admin: Person;
  /** Creators whom the contributor has already matched with. */
  partners: string[];
  /** The files in their conversations. */
  attachments: Attachment[];
}

/** Adds the demo's people with Likes, matches, one conversation each, projects and applications. */
export function addDemoPeople(all: Collection, contributors: Person[], creators: Creator[]): DemoPeople {
  const { faker } = all;
  const dana = addDemoCreator(all);
  const marcus = addDemoContributor(all);
  addDemoStarter(all);
  const admin = addDemoAdmin(all);

  const fits = (person: Person, other: Person) => person.services.some((id) => other.services.includes(id));
  const [editor, designer, ...admirers] = faker.helpers.shuffle(
    contributors.filter((person) => fits(person, dana)),
  );
  const possible = faker.helpers.shuffle(creators.filter((person) => fits(person, marcus)));
  // The conversation below needs a plan with several messages.
  const host = possible.find(({ plan }) => plan === "pro");
  const [producer, ...fans] = possible.filter((person) => person !== host);
  if (!(editor && designer && host && producer)) throw new Error("The seed made too few people.");

  addMatch(all, dana, editor, all.daysAgo(9));
  addMatch(all, dana, designer, all.daysAgo(3));
  addMatch(all, host, marcus, all.daysAgo(12));
  addMatch(all, producer, marcus, all.daysAgo(4));
  addLikes(all, dana, admirers.slice(0, 25));
  addLikes(all, marcus, fans.slice(0, 15));

  const ofDana = addConversation(all, [dana, editor], dana, [
    "Hi Dana, thank you for the match. I watched the Hannibal episode twice; the ferry scene is lovely.",
    "Thank you! That one took me three weeks to cut, which is why I am here.",
    {
      text: "I would aim for five days with a first version after two; this is how I would open Hannibal. Could you send me one episode's footage as a test?",
      file: { name: "hannibal-opening.png", service: "Scriptwriter" },
    },
    {
      text: "Yes. I will upload the Cairo footage tonight. Here are my notes and a rough order.",
      file: { name: "cairo-notes.pdf", lines: cairoNotes },
    },
    "Perfect. I have kept Thursday and Friday free for it.",
  ]);
  const ofMarcus = addConversation(all, [marcus, host], host, [
    {
      text: "Hello Marcus, your documentary cuts are just what I am after. This is the look of the channel.",
      file: { name: "channel-look.png", service: "Brand Designer" },
    },
    `Thanks, ${host.fullName.split(" ")[0]}. What does a normal week at ${host.show} look like?`,
    "One long video on Wednesdays and three shorts from it. I would hand over on Friday.",
    {
      text: "That works for me, with a thumbnail like this one. Shall we try one week and then decide?",
      file: { name: "first-thumbnail.png", service: "Thumbnail Designer" },
    },
    "Deal. I will send the first folder on Friday morning.",
  ]);
  addProjectsOfDana(all, dana, admirers.slice(25, 50), marcus);
  addFavorites(all, dana, admirers.slice(0, 9));
  addWeeks(all, dana, { joined: 64, visits: 6 });
  addWeeks(all, marcus, { joined: 80, visits: 9 });
  return { dana, marcus, admin, partners: [host.id, producer.id], attachments: [...ofDana, ...ofMarcus] };
}
