import { flatRoutes } from "@remix-run/fs-routes";
import { layout, prefix, type RouteConfig, route } from "@remix-run/route-config";

const ignoredRouteFiles = ["**/layout.tsx"];
const routesIn = (folder: string) => flatRoutes({ rootDirectory: `routes/${folder}`, ignoredRouteFiles });

/** Each folder of routes/ is one kind of page. A file's flat name determines its path. */
export default [
  layout("routes/site/layout.tsx", await routesIn("site")),
  layout("routes/auth/layout.tsx", await routesIn("auth")),
  layout("routes/app/layout.tsx", [
    ...(await routesIn("app")),
    layout("routes/admin/layout.tsx", prefix("admin", await routesIn("admin"))),
  ]),
  ...prefix("api", await routesIn("api")),
  ...prefix("dev", await routesIn("dev")),
  route("dev/kit", "../dev/kit.tsx"),
  route("dev/mails", "../dev/mails.tsx"),
  route("dev/mails/:kind/:number", "../dev/mail.tsx"),
  ...prefix("webhooks", await routesIn("webhooks")),
  route(".well-known/change-password", "routes/change-password.tsx"),
  route("favicon.ico", "routes/favicon.tsx"),
  route("files/*", "routes/files.tsx"),
  route("media/:mediaId/:variant", "routes/media.tsx"),
  route("view/:kind/:thingId", "routes/viewer.tsx"),
  route("metrics", "routes/metrics.tsx"),
  route("robots.txt", "routes/robots.tsx"),
  route("shared/:kind/:name", "routes/shared.tsx"),
  route("sitemap.xml", "routes/sitemap.tsx"),
  route("sitemaps/:part", "routes/sitemap-part.tsx"),
  route("offline", "routes/offline.tsx"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
