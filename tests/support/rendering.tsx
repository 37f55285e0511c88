import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { type Clock, ClockContext } from "~/ui/clock";
import { controlsOf } from "./page-controls";
import { textOf } from "./request";

export interface Place {
  /** The path with its query. */
  at?: string;
  /** What the routes' loaders returned, by route ID. */
  data?: Record<string, unknown>;
  /** The ID of the page's route. */
  route?: string;
  /** What the page's loader threw. The part is then the route's error page. */
  error?: unknown;
}

/**
 * Part of a page as the server renders it for a viewer with this clock, its text as people see it, and where its links
 * lead.
 */
export function render(
  part: ReactNode,
  clock: Clock = { zone: "UTC", now: 0 },
  { at = "/", data = {}, route = "root", error }: Place = {},
): { html: string; text: string; links: string[] } {
  const element = <ClockContext.Provider value={clock}>{part}</ClockContext.Provider>;
  const routes = [{ id: route, path: "*", element, errorElement: element }];
  const { pathname, search } = new URL(at, "http://localhost");
  const place = { pathname, search, hash: "", state: null, key: "default" };
  const matches = [{ route: { id: route }, params: {}, pathname, pathnameBase: pathname }];
  const context = {
    ...{
      basename: "/",
      location: place,
      matches,
      loaderData: data,
      actionData: null,
      errors: error ? { [route]: error } : null,
    },
    ...{ statusCode: 200, loaderHeaders: {}, actionHeaders: {}, activeDeferreds: null },
  };
  const router = createStaticRouter(routes, context);
  const html = renderToStaticMarkup(
    <StaticRouterProvider router={router} context={context} hydrate={false} />,
  );
  const links = controlsOf(html).flatMap(({ words, href }) => (href ? `${words}: ${href}` : []));
  return { html, text: textOf(html), links };
}
