import { addUse, type Person, type Plan } from "./account.ts";
import type { Collection } from "./collection.ts";
import { addApplicationMatch } from "./connections.ts";
import type { Creator } from "./creators.ts";
import * as texts from "./project-texts.ts";

const day = 86_400_000;
/** How many days a post stays open; null if it stays open until its owner closes it. */
const lifeOf: Record<Plan, number | null> = { free: 14, pay_per_post: 30, pro: null, agency: null };

type Status = "open" | "in_progress" | "completed" | "cancelled";

export interface Brief {
  title: string;
  description: string;
  status?: Status;
  createdAt: Date;
  services: number[];
  /** How many screening questions it has. */
  questions?: number;
}

export interface Project {
  id: string;
  owner: Person;
  title: string;
  status: Status;
  createdAt: Date;
  expiresAt: Date | null;
  screening: (typeof texts.screening)[number][];
  /** When the events after the applications happen. */
  closedAt: Date;
}

/** Counts toward the owner's plan. */
export function addProject(all: Collection, owner: Person, brief: Brief): Project {
  const { faker, catalog } = all;
  const id = faker.string.uuid();
  const life = lifeOf[owner.plan];
  const budget = faker.helpers.arrayElement(catalog.budgetTypes);
  const amounts: Record<string, string> = {
    "Hourly Rate": "$40–$60 per hour",
    "Monthly Retainer": "$1,200–$1,800 a month",
    "Per Deliverable": "$150–$300 for each piece",
    "Revenue Share": "10% of what the series earns in its first year, with a floor",
  };
  const { createdAt, status = "open" } = brief;
  const expiresAt = life === null ? null : new Date(createdAt.getTime() + life * day);
  const screening = faker.helpers.arrayElements(texts.screening, brief.questions ?? 0);
  all.add("project_briefs", {
    id,
    creator_id: owner.id,
    title: brief.title,
    description: brief.description,
    budget_type_id: budget.id,
    budget_details:
      amounts[budget.name] ?? faker.helpers.arrayElement(["$600 in total", "$1,500 in total, half up front"]),
    deliverables: faker.helpers.arrayElement(texts.deliverables),
    start_date: faker.datatype.boolean() ? dateAfter(createdAt, faker.number.int({ min: 5, max: 40 })) : null,
    timeline: faker.helpers.arrayElement(texts.timelines),
    is_ongoing: faker.datatype.boolean(0.4),
    brand_link: faker.datatype.boolean(0.4) ? `https://show.example.com/${id.slice(0, 8)}` : null,
    questions: screening.map(({ question }) => question),
    status,
    expires_at: expiresAt,
    created_at: createdAt,
    updated_at: createdAt,
  });
  for (const service of brief.services)
    all.add("project_brief_services", { project_id: id, service_id: service });
  for (const tool of faker.helpers.arrayElements(catalog.tools, { min: 1, max: 4 }))
    all.add("project_brief_tools", { project_id: id, tool_id: tool.id });
  for (const style of faker.helpers.arrayElements(catalog.styles, { min: 1, max: 2 }))
    all.add("project_brief_visual_styles", { project_id: id, visual_style_id: style.id });
  addUse(all, owner.id, "post", id, createdAt);
  const ends = Math.min(all.daysAgo(0.1).getTime(), expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
  const project = {
    ...{ id, owner, title: brief.title, status, createdAt, expiresAt, screening },
    closedAt: new Date(createdAt.getTime() + (ends - createdAt.getTime()) * 0.9),
  };
  addEvent(all, project, "posted", owner.id, createdAt);
  if (status === "completed" || status === "cancelled")
    addEvent(all, project, status, owner.id, project.closedAt);
  else if (expiresAt && expiresAt < all.daysAgo(0)) addEvent(all, project, "expired", null, expiresAt);
  return project;
}

const dateAfter = (from: Date, days: number) =>
  new Date(from.getTime() + days * day).toISOString().slice(0, 10);

function addEvent(
  all: Collection,
  project: Pick<Project, "id">,
  kind: string,
  actorId: string | null,
  at: Date,
  about: { contributorId?: string; note?: string } = {},
): void {
  all.add("project_events", {
    project_id: project.id,
    kind,
    actor_id: actorId,
    contributor_id: about.contributorId ?? null,
    note: about.note ?? "",
    created_at: at,
  });
}

export interface Application {
  note: string;
  status?: "pending" | "accepted" | "declined" | "withdrawn";
  stage?: "new" | "shortlisted" | "archived";
  privateNote?: string;
  declineNote?: string;
  at: Date;
  decidedAt?: Date;
}

const decisions = { accepted: "accepted", declined: "declined", withdrawn: "withdrawn" } as const;

/** An accepted application also makes a match. */
export function addApplication(
  all: Collection,
  project: Project,
  person: Person,
  { status = "pending", at, ...given }: Application,
): void {
  const { faker } = all;
  const decidedAt = status === "pending" ? null : (given.decidedAt ?? project.closedAt);
  all.add("project_applications", {
    id: faker.string.uuid(),
    project_id: project.id,
    contributor_id: person.id,
    note: given.note,
    portfolio_link: faker.datatype.boolean(0.7)
      ? `https://portfolio.example.com/${person.id.slice(0, 8)}`
      : null,
    status,
    answers: project.screening.map(({ answers }) => faker.helpers.arrayElement(answers)),
    decline_note: given.declineNote ?? "",
    decided_at: decidedAt,
    stage: given.stage ?? "new",
    private_note: given.privateNote ?? "",
    created_at: at,
    updated_at: decidedAt ?? at,
  });
  const about = { contributorId: person.id };
  addEvent(all, project, "applied", person.id, at, about);
  if (status === "pending" || !decidedAt) return;
  const actorId = status === "withdrawn" ? person.id : project.owner.id;
  addEvent(all, project, decisions[status], actorId, decidedAt, { ...about, note: given.declineNote });
  if (status === "accepted") addApplicationMatch(all, project.owner, person, decidedAt);
}

export function addInvitation(
  all: Collection,
  project: Project,
  person: Person,
  { note, at, declinedAt = null }: { note: string; at: Date; declinedAt?: Date | null },
): void {
  const about = { contributorId: person.id };
  const row = { project_id: project.id, contributor_id: person.id, note, created_at: at };
  all.add("project_invitations", { ...row, declined_at: declinedAt });
  addEvent(all, project, "invited", project.owner.id, at, about);
  if (declinedAt) addEvent(all, project, "invitation_declined", person.id, declinedAt, about);
}

/** A title and a description with {show} and {service} filled in. */
function wordsFor(all: Collection, owner: Creator, services: number[]): Pick<Brief, "title" | "description"> {
  const { faker, catalog } = all;
  const service = catalog.services.find(({ id }) => id === services[0])?.name ?? "helper";
  const fill = (list: readonly string[]) =>
    faker.helpers.arrayElement(list).replaceAll("{show}", owner.show).replaceAll("{service}", service);
  const { projectTitles, projectOpenings, projectWishes, projectClosings } = texts;
  return {
    title: fill(projectTitles),
    description: [projectOpenings, projectWishes, projectClosings].map(fill).join(" "),
  };
}

/** A creator's projects: current ones, up to the plan's limit, and earlier ones. */
export function addProjectsOf(all: Collection, owner: Creator): Project[] {
  const { faker } = all;
  const life = lifeOf[owner.plan];
  const most = { free: 1, pay_per_post: 1, pro: 3, agency: 4 }[owner.plan];
  const active = faker.number.int({ min: most > 1 ? 1 : 0, max: most });
  const oldest = (all.daysAgo(0).getTime() - owner.completedAt.getTime()) / day;
  const post = (status: Status, daysAgo: number) => {
    const services = owner.services.slice(0, 2);
    const createdAt = all.daysAgo(Math.min(daysAgo, oldest - 0.1));
    const questions = faker.helpers.arrayElement([0, 0, 0, 1, 2, 3]);
    return addProject(all, owner, {
      ...wordsFor(all, owner, services),
      status,
      createdAt,
      services,
      questions,
    });
  };
  const now = Array.from({ length: active }, () =>
    post(
      faker.datatype.boolean(0.75) ? "open" : "in_progress",
      faker.number.float({ min: 0.2, max: (life ?? 30) - 1.5 }),
    ),
  );
  // Expired ones only if the plan's posts expire and have had time to.
  const past = Array.from({ length: faker.helpers.arrayElement(most > 1 ? [1, 2, 3] : [0, 1, 1, 1]) }, () => {
    const age = (life ?? 20) + faker.number.float({ min: 2, max: 70 });
    const canExpire = life !== null && oldest > life + 2;
    const ends: Status[] = [
      "completed",
      "completed",
      "cancelled",
      ...(canExpire ? (["open", "open"] as const) : []),
    ];
    return post(faker.helpers.arrayElement(ends), Math.max(age, 3));
  });
  return [...now, ...past];
}

/** Applications by contributors who offer what it needs, decided according to its status. */
export function addApplicationsTo(
  all: Collection,
  project: Project,
  owner: Creator,
  contributors: readonly Person[],
): void {
  const { faker } = all;
  const isOver = project.status === "completed" || project.status === "cancelled";
  const fitting = contributors.filter(({ services }) => services.some((id) => owner.services.includes(id)));
  const few = project.status === "open" ? 0 : 1;
  const applicants = faker.helpers.arrayElements(fitting, { min: few, max: 7 });
  const time = project.closedAt.getTime() - project.createdAt.getTime();
  for (const [index, person] of applicants.entries()) {
    const at = new Date(project.createdAt.getTime() + time * faker.number.float({ min: 0.05, max: 0.6 }));
    const isChosen = index === 0 && (project.status === "in_progress" || project.status === "completed");
    const status = isChosen ? "accepted" : faker.helpers.arrayElement(othersOf(project.status));
    addApplication(all, project, person, {
      note: noteFor(all, owner),
      status,
      stage:
        status === "pending" && !isOver ? faker.helpers.arrayElement(["new", "new", "shortlisted"]) : "new",
      declineNote: status === "declined" ? faker.helpers.arrayElement(texts.declineNotes) : "",
      at,
      decidedAt: new Date(at.getTime() + (project.closedAt.getTime() - at.getTime()) * 0.8),
    });
  }
}

const othersOf = (status: Status) =>
  ({
    open: ["pending", "pending", "pending", "declined", "withdrawn"],
    in_progress: ["declined", "declined", "pending"],
    completed: ["declined", "declined", "withdrawn"],
    cancelled: ["pending", "declined"],
  })[status] as NonNullable<Application["status"]>[];

export function noteFor({ faker }: Collection, { show }: { show: string }): string {
  const { applicationOpenings, applicationClosings } = texts;
  const parts = [
    faker.helpers.arrayElement(applicationOpenings),
    faker.helpers.arrayElement(applicationClosings),
  ];
  return parts.join(" ").replaceAll("{show}", show);
}
