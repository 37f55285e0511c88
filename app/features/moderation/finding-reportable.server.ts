import type { Actor } from "~/features/accounts/actor";
import { wholePrice } from "~/features/catalog/amount";
import { type QuotedMessage, quoteConversation } from "~/features/messaging/quoting.server";
import { findSample } from "~/features/portfolio/listing.server";
import { shownName } from "~/features/profiles/profile";
import { findProfile, type ProfileView } from "~/features/profiles/viewing.server";
import { findChosen } from "~/features/projects/applicants.server";
import { findProject } from "~/features/projects/viewing.server";
import { shortened } from "~/graphemes";
import { isId } from "~/ids";
import type { Snapshot, SnapshotMessage, ThingKind } from "./report";

/** How a URL names a thing: a message by its conversation and `seq`, an application by its project and `by`. */
export interface ThingRef {
  kind: ThingKind;
  id: string;
  seq: number | null;
  by: string | null;
}

export interface Reportable {
  kind: ThingKind;
  subjectId: string;
  reportedId: string;
  snapshot: Snapshot;
}

/**
 * What the actor may report: things that they can see and don't own, and conversations that a block ended. Null for
 * everything else, so the reply never reveals whether a hidden thing exists.
 */
export async function findReportable(actor: Actor | null, ref: ThingRef): Promise<Reportable | null> {
  if (!isId(ref.id)) return null;
  const thing = await findThing(actor, ref);
  return thing && thing.reportedId !== actor?.userId ? { kind: ref.kind, ...thing } : null;
}

type Found = Omit<Reportable, "kind"> | null;

async function findThing(actor: Actor | null, { kind, id, seq, by }: ThingRef): Promise<Found> {
  // For guests, `findProfile` finds only public profiles.
  if (kind === "profile") return profileOf(await findProfile(actor, id));
  if (kind === "sample") return findWorkSample(actor, id);
  if (!actor) return null;
  switch (kind) {
    case "conversation":
      return findConversation(actor, id);
    case "message":
      return seq === null ? null : findMessage(actor, id, seq);
    case "project":
      return findBrief(actor, id);
    case "application":
      return by === null ? null : findApplication(actor, id, by);
  }
}

function profileOf(profile: ProfileView | null): Found {
  if (!profile) return null;
  const { id, name, location, bio, facts, links, portfolioUrl, price, samples } = profile;
  return {
    subjectId: id,
    reportedId: id,
    snapshot: {
      title: name,
      name,
      facts: withText([
        ["Location", location],
        ["About", bio],
        ...facts,
        ["Services", profile.services.join(", ")],
        ["Price", wholePrice(price)],
        ...links.map(({ key, url }): [string, string] => [key, url]),
        ["Portfolio", portfolioUrl ?? ""],
      ]),
      samples,
    },
  };
}

async function findWorkSample(actor: Actor | null, sampleId: string): Promise<Found> {
  const owned = await findSample(actor, sampleId);
  if (!owned) return null;
  const { sample, owner } = owned;
  return {
    subjectId: sampleId,
    reportedId: owner.id,
    snapshot: {
      title: sample.title,
      name: shownName(owner.fullName, owner.userType),
      facts: withText([
        ["Their role", sample.part],
        ["Link", sample.url ?? ""],
      ]),
      samples: [sample],
    },
  };
}

async function findConversation(actor: Actor, conversationId: string): Promise<Found> {
  const quote = await quoteConversation(actor, conversationId, null);
  if (!quote?.personId) return null;
  const { personId } = quote;
  const name = quote.personName ?? "";
  return {
    subjectId: conversationId,
    reportedId: personId,
    snapshot: {
      title: quote.isGroup ? `Group: ${name}` : `Conversation with ${name}`,
      name,
      facts: [],
      messages: quote.messages.map((message) => messageOf(message, personId)),
    },
  };
}

async function findMessage(actor: Actor, conversationId: string, seq: number): Promise<Found> {
  const quote = await quoteConversation(actor, conversationId, seq);
  const meant = quote?.messages.find((message) => message.seq === seq);
  if (!quote || !meant?.senderId || meant.isDeleted) return null;
  return {
    subjectId: meant.id,
    reportedId: meant.senderId,
    snapshot: {
      title: shortened(meant.content, titleLength) || `File (${meant.file})`,
      name: meant.sender,
      facts: [],
      messages: quote.messages.map((message) => messageOf(message, meant.senderId, seq)),
    },
  };
}

async function findBrief(actor: Actor, projectId: string): Promise<Found> {
  const project = await findProject(actor, projectId);
  if (!project) return null;
  const { title, creator } = project;
  return {
    subjectId: projectId,
    reportedId: creator.id,
    snapshot: {
      title,
      name: creator.name,
      facts: withText([
        ["Description", project.description],
        ["Services needed", project.services.join(", ")],
        ["Deliverables", project.deliverables],
        ["Timeline", project.timeline],
        [
          "Budget",
          [project.budgetType ?? "", wholePrice({ amount: project.amount, note: project.budgetDetails })]
            .filter(Boolean)
            .join(": "),
        ],
        ["Brand or content link", project.brandLink ?? ""],
        ["Questions", project.questions.join("\n")],
        ["References", project.files.map(({ name }) => name).join(", ")],
      ]),
    },
  };
}

/** Null unless the actor owns the project, because no one else sees its applications. */
async function findApplication(actor: Actor, projectId: string, contributorId: string): Promise<Found> {
  if (!isId(contributorId)) return null;
  const chosen = await findChosen(actor, projectId, [contributorId]);
  const [applicant] = chosen?.applicants ?? [];
  if (!chosen || !applicant?.applicationId) return null;
  const { project } = chosen;
  return {
    subjectId: applicant.applicationId,
    reportedId: contributorId,
    snapshot: {
      title: `Application for ${project.title}`,
      name: applicant.name,
      facts: withText([
        ["Note", applicant.note],
        ["Portfolio", applicant.portfolioLink ?? ""],
        ...applicant.answers.map((answer, index): [string, string] => [
          project.questions[index] ?? "Answer",
          answer,
        ]),
      ]),
      samples: applicant.areNamed ? applicant.samples : [],
    },
  };
}

const withText = (facts: [string, string][]) => facts.filter(([, text]) => text !== "");

const titleLength = 80;

/** A message as quoted in a report. Contains the file itself only if the reported person sent it. */
function messageOf(
  { seq, senderId, sender, content, file, attachment, isDeleted, at }: QuotedMessage,
  reportedId: string | null,
  meant?: number,
): SnapshotMessage {
  return {
    seq,
    sender,
    content,
    file,
    ...(attachment && senderId === reportedId && { attachment }),
    isDeleted,
    at: new Date(at).toISOString(),
    ...(seq === meant && { isMeant: true }),
  };
}
