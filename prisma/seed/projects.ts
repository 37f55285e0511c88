import { typedPrice, wholePrice } from "~/features/catalog/amount";
import { amountRow, priceOf } from "./amounts.ts";
import type { Media } from "./media.ts";
import { sampleId } from "./people.ts";
import { addUse, briefId, idOf, personId, type Rows } from "./rows.ts";
import type { Application, Brief, Creator, World } from "./world.ts";

/** Adds each brief with its references, applications, invitations and history. */
export function addProjects(rows: Rows, world: World, media: Media): void {
  const briefs = new Map(world.creators.flatMap(({ briefs }) => briefs.map((brief) => [brief.key, brief])));
  for (const owner of world.creators)
    for (const brief of owner.briefs) {
      if (brief.status === "draft") addDraft(rows, owner, brief);
      else addBrief(rows, owner, brief, media);
    }
  for (const { project, applications } of world.applications)
    for (const application of applications) addApplication(rows, world, project, application);
  for (const { project, to, daysAgo, note, declinedDaysAgo } of world.invitations) {
    if (!briefs.has(project)) throw new Error(`There's no brief called ${project}.`);
    rows.add("project_invitations", {
      project_id: briefId(project),
      contributor_id: personId(to),
      note,
      created_at: rows.at(daysAgo),
      declined_at: declinedDaysAgo === undefined ? null : rows.at(declinedDaysAgo),
    });
    addEvent(rows, project, "invited", { by: ownerOf(project), about: to, daysAgo });
    if (declinedDaysAgo !== undefined)
      addEvent(rows, project, "invitation_declined", { by: to, about: to, daysAgo: declinedDaysAgo });
  }
}

/** 'june' in 'june/series'. */
export const ownerOf = (project: string) => project.split("/")[0] ?? "";

/** Owners have been reminded of posts that expire within this many days. */
const reminded = 5;

function addBrief(rows: Rows, owner: Creator, brief: Brief, media: Media): void {
  const { key, postedDaysAgo = 0, startsInDays, expiresInDays } = brief;
  const id = briefId(key);
  const postedAt = rows.at(postedDaysAgo);
  const expiresAt = expiresInDays === null ? null : rows.at(-expiresInDays);
  const hasExpired = expiresAt !== null && expiresAt <= rows.now;
  rows.add("project_briefs", {
    id,
    creator_id: personId(owner.key),
    title: brief.title,
    description: brief.description,
    budget_type_id: brief.budgetType && rows.idIn("budget_types", brief.budgetType),
    ...amountRow(priceOf(brief.budget)),
    budget_details: wholePrice(priceOf(brief.budget)),
    deliverables: brief.deliverables,
    start_date: startsInDays === null ? null : rows.dateAt(-startsInDays),
    timeline: brief.timeline,
    is_ongoing: brief.isOngoing,
    brand_link: brief.brandLink,
    questions: brief.questions ?? [],
    status: brief.status,
    expires_at: expiresAt,
    told_expiry: expiresInDays !== null && expiresInDays <= reminded ? expiresAt : null,
    ended_expiry: hasExpired ? expiresAt : null,
    created_at: postedAt,
    updated_at: rows.at(brief.editedDaysAgo ?? postedDaysAgo),
  });
  for (const name of brief.services)
    rows.add("project_brief_services", { project_id: id, service_id: rows.idIn("services", name) });
  for (const name of brief.tools)
    rows.add("project_brief_tools", { project_id: id, tool_id: rows.idIn("tools", name) });
  for (const name of brief.styles)
    rows.add("project_brief_visual_styles", {
      project_id: id,
      visual_style_id: rows.idIn("visual_styles", name),
    });
  for (const [index, { picture, title }] of (brief.references ?? []).entries()) {
    // A millisecond apart, because contributors see references in the order they were added in.
    const at = new Date(postedAt.getTime() + index);
    rows.add("brief_files", {
      id: idOf("reference", key, picture),
      key: idOf("reference form", key, picture),
      creator_id: personId(owner.key),
      project_id: id,
      media_id: media.picture(owner.key, picture, { title, at }),
      created_at: at,
    });
  }
  addUse(rows, owner.key, "post", id, { at: postedAt });
  addEvent(rows, key, "posted", { by: owner.key, daysAgo: postedDaysAgo });
  const { editedDaysAgo, completedDaysAgo, cancelledDaysAgo } = brief;
  if (editedDaysAgo !== undefined) addEvent(rows, key, "edited", { by: owner.key, daysAgo: editedDaysAgo });
  if (completedDaysAgo !== undefined)
    addEvent(rows, key, "completed", { by: owner.key, daysAgo: completedDaysAgo });
  if (cancelledDaysAgo !== undefined)
    addEvent(rows, key, "cancelled", { by: owner.key, daysAgo: cancelledDaysAgo });
  if (hasExpired && brief.status === "open")
    addEvent(rows, key, "expired", { by: null, daysAgo: -(expiresInDays ?? 0) });
}

function budgetFields({ budget }: Brief) {
  const { from, to, unit, note } = typedPrice(priceOf(budget));
  return { budgetFrom: from, budgetTo: to, budgetUnit: unit, budgetDetails: note };
}

/** A brief that its owner has typed but not posted. */
function addDraft(rows: Rows, owner: Creator, brief: Brief): void {
  const { savedDaysAgo = 0, startsInDays } = brief;
  rows.add("project_drafts", {
    creator_id: personId(owner.key),
    key: briefId(brief.key),
    fields: {
      title: brief.title,
      description: brief.description,
      brandLink: brief.brandLink ?? "",
      serviceIds: brief.services.map((name) => rows.idIn("services", name)),
      toolIds: brief.tools.map((name) => rows.idIn("tools", name)),
      visualStyleIds: brief.styles.map((name) => rows.idIn("visual_styles", name)),
      deliverables: brief.deliverables,
      questions: brief.questions ?? [],
      budgetTypeId: brief.budgetType && rows.idIn("budget_types", brief.budgetType),
      ...budgetFields(brief),
      startDate: startsInDays === null ? "" : rows.dateAt(-startsInDays),
      timeline: brief.timeline,
      projectType: brief.isOngoing ? "ongoing" : "one-time",
    },
    updated_at: rows.at(savedDaysAgo),
  });
}

interface Happened {
  by: string | null;
  daysAgo: number;
  /** The contributor it's about. */
  about?: string;
  note?: string | undefined;
}

function addEvent(rows: Rows, project: string, kind: string, { by, daysAgo, about, note }: Happened): void {
  rows.add("project_events", {
    project_id: briefId(project),
    kind,
    actor_id: by && personId(by),
    contributor_id: about ? personId(about) : null,
    note: note ?? "",
    created_at: rows.at(daysAgo),
  });
}

/** How many samples an application names. */
const mostNamed = 3;

/** Its score is computed once everything is stored. */
function addApplication(rows: Rows, world: World, project: string, application: Application): void {
  const { by, daysAgo, status, declineNote = "" } = application;
  const person = world.contributors.find(({ key }) => key === by);
  if (!person) throw new Error(`There's no contributor called ${by}.`);
  const decidedDaysAgo = application.decidedDaysAgo ?? application.withdrawnDaysAgo;
  const decidedAt = decidedDaysAgo === undefined ? null : rows.at(decidedDaysAgo);
  rows.add("project_applications", {
    id: idOf("application", project, by),
    project_id: briefId(project),
    contributor_id: personId(by),
    note: application.note,
    portfolio_link: person.portfolio,
    status,
    answers: application.answers,
    sample_ids: (person.samples ?? []).slice(0, mostNamed).map((_, index) => sampleId(by, index + 1)),
    decline_note: declineNote,
    decided_at: decidedAt,
    stage: status === "pending" ? (application.stage ?? "new") : "new",
    private_note: application.privateNote ?? "",
    created_at: rows.at(daysAgo),
    updated_at: decidedAt ?? rows.at(daysAgo),
  });
  addEvent(rows, project, "applied", { by, about: by, daysAgo });
  if (decidedDaysAgo === undefined) return;
  const decider = status === "withdrawn" ? by : ownerOf(project);
  addEvent(rows, project, status, { by: decider, about: by, daysAgo: decidedDaysAgo, note: declineNote });
}
