import { env } from "~/platform/env.server";
import { hasBearerToken } from "./bearer-token.server";

/** Whether a request may read the numbers of the whole place: 'off' without a token in the environment. */
export function metricsAccess(request: Request): "off" | "refused" | "granted" {
  if (!env.METRICS_TOKEN) return "off";
  return hasBearerToken(request, env.METRICS_TOKEN) ? "granted" : "refused";
}

/** Whether another service of ours sends this, which may queue mail. Never without a token in the environment. */
export const isService = (request: Request): boolean => hasBearerToken(request, env.SERVICE_TOKEN);
