import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { type Clock, ClockContext } from "~/ui/clock";
import { controlsOf } from "./page-controls";
import { textOf } from "./request";

/**
 * Part of a page as the server renders it for a viewer with this clock, its text as people see it, and where its links
 * lead.
 */
export function render(
  part: ReactNode,
  clock: Clock = { zone: "UTC", now: 0 },
): { html: string; text: string; links: string[] } {
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
  const links = controlsOf(html).flatMap(({ words, href }) => (href ? `${words}: ${href}` : []));
  return { html, text: textOf(html), links };
}
