import type { SampleView } from "~/features/portfolio/sample";
import type { ApplicantView, DeskProject } from "~/features/projects/applicants.server";
import type { DeskPlace } from "~/features/projects/desk";

/** An open project as its owner's list of applications shows it. */
export const deskProject: DeskProject = {
  ...{ id: "p", title: "River series", status: "open", questions: ["How fast?", "Why you?"] },
  counts: { total: 9, waiting: 3, shortlisted: 2, archived: 1, accepted: 1, declined: 2 },
};

/** The first page of the list, without a filter. */
export const firstPlace: DeskPlace = { folder: "all", sort: "match", after: null, ticked: [] };

const picture = { mediaId: "m", width: 1600, height: 900, widths: [640], tone: null };
const sample: Omit<SampleView, "id" | "title"> = {
  ...{ kind: "image", part: "", service: null, madeOn: null, isCover: false, picture, file: null },
  ...{ url: null, linkTitle: "" },
};

/** A new application of a contributor who has said everything about themselves. */
export const application: ApplicantView = {
  ...{
    isAvailable: true,
    contributorId: "ann",
    name: "Ann",
    avatarUrl: null,
    status: "pending",
    stage: "new",
  },
  ...{ note: "Hello!", portfolioLink: "https://ann.example/", answers: ["Very"], areNamed: true },
  samples: ["One", "Two"].map((title) => ({ ...sample, id: title.toLowerCase(), title })),
  ...{ privateNote: "", declineNote: "", announceAt: null, releaseReason: null, percent: 82 },
  ...{ appliedAt: "2026-11-28T12:00:00Z", location: "Lima", availability: "available", hasLeft: false },
  ...{ priceRange: "$60 per hour", services: ["Editing", "Color", "Sound"] },
  match: { percent: 82, reasons: ["Both use Premiere", "Both like film"] },
};
