import { paths } from "~/paths";
import { everyone, type RouteCase } from "./route-case";

const ownerOnly = (guest: string, owner: string) => ({ guest, creator: owner, others: "404" });

export const applicationCases: RouteCase[] = [
  {
    route: "app/projects.$projectId",
    method: "GET",
    path: (world) => paths.project(world.projectId),
    expected: everyone("200"),
  },
  {
    route: "app/projects.$projectId",
    method: "POST",
    path: (world) => paths.project(world.openProjectId, { apply: "1" }),
    fields: () => ({
      intent: "apply",
      note: "I edit for a living.",
      portfolioLink: "https://example.com/reel",
    }),
    by: "approved",
    // People who may not apply see the reason, and what they wrote.
    expected: { guest: "401", stranger: "404", unconfirmed: "409", approved: "303 /projects", others: "409" },
  },
  {
    route: "app/projects.$projectId_.status",
    method: "GET",
    path: (world) => paths.projectStatus(world.projectId),
    expected: everyone("302 /projects/"),
  },
  {
    route: "app/projects.$projectId_.status",
    method: "POST",
    path: (world) => paths.projectStatus(world.projectId),
    fields: () => ({ intent: "extend" }),
    by: "creator",
    expected: ownerOnly("401", "303 /projects/"),
  },
  {
    route: "app/projects.$projectId_.applicants.$contributorId",
    method: "GET",
    path: (world) => paths.applicant(world.projectId, world.approved.userId),
    expected: ownerOnly("302 /login?redirectTo=%2Fprojects%2F", "200"),
  },
  {
    route: "app/projects.$projectId_.applicants.$contributorId",
    method: "POST",
    path: (world) => paths.applicant(world.projectId, world.approved.userId),
    fields: () => ({ intent: "shortlist" }),
    by: "creator",
    expected: ownerOnly("401", "303 /projects/"),
  },
  {
    route: "app/projects.$projectId_.compare",
    method: "GET",
    path: (world) => `${paths.compareApplicants(world.projectId)}?with=${world.approved.userId}&with=x`,
    expected: ownerOnly("302 /login?redirectTo=%2Fprojects%2F", "200"),
  },
  {
    route: "app/profile.$profileId_.invite",
    method: "GET",
    path: (world) => paths.invite(world.newcomer.userId),
    expected: {
      guest: "302 /?from=%2Fprofile%2F",
      approved: "403",
      pending: "403",
      rejected: "403",
      others: "200",
    },
  },
  {
    route: "app/profile.$profileId_.invite",
    method: "POST",
    path: (world) => paths.invite(world.newcomer.userId),
    fields: (world) => ({ projectId: world.projectId, note: "Your reel is what I look for." }),
    by: "creator",
    expected: {
      guest: "401",
      creator: "303 /projects/",
      approved: "403",
      pending: "403",
      rejected: "403",
      others: "404",
    },
  },
];
