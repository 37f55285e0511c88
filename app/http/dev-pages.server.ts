import { isProduction } from "~/platform/env.server";

/** Pages under /dev: never in production, where the outbox holds real people's mail. */
export const hasDevPages = !isProduction;
