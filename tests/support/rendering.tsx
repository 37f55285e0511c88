import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { type Clock, ClockContext } from "~/ui/clock";
import { textOf } from "./request";

/** Part of a page as the server renders it for a viewer with this clock, and its text as people see it. */
export function render(
  part: ReactNode,
  clock: Clock = { zone: "UTC", now: 0 },
): { html: string; text: string } {
  const routes = [
    { id: "root", path: "*", element: <ClockContext.Provider value={clock}>{part}</ClockContext.Provider> },
  ];
  const place = { pathname: "/", search: "", hash: "", state: null, key: "default" };
  const matches = [{ route: { id: "root" }, params: {}, pathname: "/", pathnameBase: "/" }];
  const context = {
    ...{ basename: "/", location: place, matches, loaderData: {}, actionData: null, errors: null },
    ...{ statusCode: 200, loaderHeaders: {}, actionHeaders: {}, activeDeferreds: null },
  };
  const router = createStaticRouter(routes, context);
  const html = renderToStaticMarkup(
    <StaticRouterProvider router={router} context={context} hydrate={false} />,
  );
  return { html, text: textOf(html) };
}
