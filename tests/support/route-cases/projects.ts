import { paths } from "~/paths";
import { everyone, nobody, type RouteCase, signIn } from "./route-case";

const draftKey = "4f1d0c3a-8c0e-4c59-9d4e-5a2f3b1c7d60";

const noContributor = { approved: "403", pending: "403", rejected: "403" };

export const projectCases: RouteCase[] = [
  {
    route: "app/project-brief._index",
    method: "GET",
    path: () => paths.projectBrief(),
    expected: { ...noContributor, others: "200" },
  },
  {
    route: "app/project-brief._index",
    method: "POST",
    path: () => paths.projectBrief(),
    fields: () => ({
      key: draftKey,
      steps: "details",
      title: "Edit six episodes",
      description: "About rivers",
      brandLink: "https://example.com/channel",
    }),
    by: "creator",
    expected: {
      ...noContributor,
      guest: "401",
      member: "303 /onboarding",
      admin: "303 /onboarding",
      others: "303 /project-brief?step=requirements",
    },
  },
  {
    route: "app/project-brief._index",
    method: "POST",
    path: () => paths.projectBrief({ step: "budget" }),
    fields: () => ({
      key: draftKey,
      steps: "budget",
      budgetTypeId: "2",
      budgetDetails: "$900",
      startDate: "2027-02-28",
      timeline: "Six weeks",
      projectType: "ongoing",
    }),
    by: "creator",
    expected: {
      ...noContributor,
      guest: "401",
      member: "303 /onboarding",
      admin: "303 /onboarding",
      others: "303 /project-brief?step=budget",
    },
  },
  {
    route: "app/project-brief.draft",
    method: "GET",
    path: () => paths.saveBrief(),
    expected: everyone("302 /project-brief"),
  },
  {
    route: "app/project-brief.draft",
    method: "POST",
    path: () => paths.saveBrief(),
    fields: () => ({ key: draftKey, steps: "details", title: "Edit six episodes" }),
    by: "creator",
    answersScript: true,
    expected: { guest: "401", creator: "204", stranger: "204", others: "409" },
  },
  {
    route: "app/project-brief.discard",
    method: "GET",
    path: () => paths.discardBrief(),
    expected: { ...noContributor, guest: "302 /?from=%2Fproject-brief%2Fdiscard", others: "200" },
  },
  {
    route: "app/project-brief.discard",
    method: "POST",
    path: () => paths.discardBrief(),
    fields: () => ({ key: draftKey }),
    by: "creator",
    expected: { ...noContributor, guest: "401", others: "303 /project-brief" },
  },
  {
    route: "app/projects.$projectId_.edit",
    method: "GET",
    path: (world) => paths.editProject(world.projectId),
    expected: { guest: "302 /login", creator: "200", others: "404" },
  },
  {
    route: "app/projects.$projectId_.edit",
    method: "GET",
    path: () => paths.editProject(nobody),
    expected: { guest: signIn(paths.editProject(nobody)), others: "404" },
  },
  {
    route: "app/projects.$projectId_.edit",
    method: "POST",
    path: (world) => paths.editProject(world.projectId),
    fields: () => ({
      title: "Edit seven episodes",
      description: "About lakes",
      brandLink: "example.com/channel",
      serviceIds: "1",
      deliverables: "Seven files",
      budgetTypeId: "2",
      startDate: "2027-02-28",
      projectType: "ongoing",
    }),
    by: "creator",
    expected: { guest: "401", creator: "303 /projects/", others: "404" },
  },
  {
    route: "app/projects.$projectId_.repost",
    method: "GET",
    path: (world) => paths.repostProject(world.projectId),
    expected: { guest: "302 /login", creator: "200", others: "404" },
  },
  {
    route: "app/projects.$projectId_.repost",
    method: "POST",
    path: (world) => paths.repostProject(world.projectId),
    fields: () => ({ replacing: draftKey }),
    by: "creator",
    expected: { guest: "401", creator: "303 /project-brief", others: "404" },
  },
];
