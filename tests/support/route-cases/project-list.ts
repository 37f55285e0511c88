import { paths } from "~/paths";
import { everyone, type RouteCase, unknownId } from "./route-case";

export const projectListCases: RouteCase[] = [
  { route: "app/projects._index", method: "GET", path: () => paths.projects(), expected: everyone("200") },
  {
    route: "app/projects._index",
    method: "GET",
    path: () =>
      paths.projects({
        view: "applications",
        status: "completed",
        q: "edit",
        service: 1,
        tool: 2,
        budget: 3,
      }),
    expected: everyone("200"),
  },
  {
    route: "app/project.$projectId",
    method: "GET",
    path: () => `/project/${unknownId}?apply=1`,
    expected: everyone(`301 ${paths.project(unknownId)}?apply=1`),
  },
  {
    route: "app/project-detail.$projectId",
    method: "GET",
    path: () => `/project-detail/${unknownId}?apply=1`,
    expected: everyone(`301 ${paths.project(unknownId)}?apply=1`),
  },
];
