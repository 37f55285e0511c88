import type { ActionFunction, ServerBuild } from "@remix-run/node";
import { answerFailure, isAnswer } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-failure";

type Route = NonNullable<ServerBuild["routes"][string]>;

/** After an unexpected failure, every action keeps the form, as the route's `handle` says. */
export function preserveFailedForms(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [id, route && withFailure(route)]);
  return { ...build, routes: Object.fromEntries(routes) };
}

function withFailure(route: Route): Route {
  const { action, default: page, handle } = route.module;
  // Called by script only.
  if (!action || !page) return route;
  const failing: ActionFunction = async (args) => {
    try {
      return await action(args);
    } catch (error) {
      if (isAnswer(error) || args.request.signal.aborted) throw error;
      return answerFailure(args, error, (handle as Partial<RouteFailure> | undefined)?.failure);
    }
  };
  return { ...route, module: { ...route.module, action: failing } };
}
