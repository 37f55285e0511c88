import type { LoaderFunctionArgs } from "@remix-run/node";
import { readMetrics } from "~/features/admin/overview.server";
import { allowAnyone } from "~/http/route.server";
import { metricsAccess } from "~/http/service-auth.server";

/** For Prometheus, with a token instead of a session. Returns 404 if no token is configured. */
export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const access = metricsAccess(args.request);
  if (access === "off") return answer(404, "Not found.\n");
  if (access === "refused")
    return answer(401, "The token is missing or wrong.\n", { "WWW-Authenticate": "Bearer" });
  const { body, contentType } = await readMetrics();
  return answer(200, body, { "Content-Type": contentType });
}

const answer = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", ...headers },
  });
