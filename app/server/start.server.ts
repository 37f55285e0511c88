import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { endAllStreams } from "~/http/live-streams.server";
import { checkDatabase } from "~/platform/database-check.server";
import { closeDatabase } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { startJobsOnceThere } from "~/platform/jobs/jobs.server";
import { log } from "~/platform/log.server";
import { countRequest } from "~/platform/metrics.server";
import { startRealtime } from "~/platform/realtime/realtime.server";
import { readUpTo } from "~/platform/replica.server";
import { startReplicaPolling } from "~/platform/replica-position.server";
import { announcements, atStop, crontab, everyMinute, tasks } from "~/tasks.server";
import { createPageCache } from "./page-cache.server";
import { type AppOptions, createApp } from "./pipeline.server";
import { longestUpload } from "./receive-limit.server";
import { createRouteTable, type RouteTable } from "./route-table.server";
import { basicHeaders } from "./security-headers.server";

export interface ServerOptions extends AppOptions {
  /** 0 picks a free port. */
  port?: number;
  /** False if another process runs the jobs. By default, ROLE decides. */
  jobs?: boolean;
}

export interface RunningServer {
  port: number;
  server: Server;
  /**
   * Hands jobs back to the queue and fails health checks for DRAIN_TIME, so that a load balancer stops sending
   * requests. Then ends streams and gives open requests 15 seconds. A second call skips the rest of DRAIN_TIME.
   */
  stop: () => Promise<void>;
}

const drainLimit = 15_000;
/** Milliseconds for a client to read our reply and close its side. */
const lingering = 2_000;

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  await checkDatabase();
  const replica = await startReplicaPolling();
  let draining = false;
  const { routes } = typeof options.build === "function" ? await options.build() : options.build;
  const table = createRouteTable(routes);
  const app = createApp(options, table, () => draining);
  const servePublicPage = pageCacheOf(options, table);
  const server = createServer((request, response) => {
    for (const [name, value] of basicHeaders) response.setHeader(name, value);
    if (draining) response.setHeader("Connection", "close");
    servePublicPage(request, response, () => app(request, response));
  });
  server.on("clientError", refuseMalformed);
  server.headersTimeout = 20_000;
  server.requestTimeout = longestUpload;
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(options.port ?? env.PORT, env.HOST, listening);
  });
  const worker = (options.jobs ?? env.ROLE !== "web") ? startJobsOnceThere(tasks, crontab) : null;
  const realtime = startRealtime(announcements);
  void everyMinute();
  const minutes = setInterval(everyMinute, 60_000).unref();
  const { port } = server.address() as AddressInfo;
  log.info({ port, mode: env.APP_MODE, role: env.ROLE }, "listening");

  let stopped: Promise<void> | undefined;
  const hurry = new AbortController();
  const stop = async () => {
    draining = true;
    clearInterval(minutes);
    replica.stop();
    const withoutJobs = worker?.stop();
    await pause(env.DRAIN_TIME, undefined, { signal: hurry.signal }).catch(() => {});
    endAllStreams();
    await Promise.all([drain(server), withoutJobs]);
    await Promise.all([realtime.stop(), atStop()]);
    await closeDatabase();
    log.info("stopped");
  };
  return {
    port,
    server,
    stop: () => {
      if (stopped) hurry.abort();
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Node's own replies to malformed HTTP have no headers. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const statuses: Record<string, string> = {
    ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
    HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  };
  const headers = [...basicHeaders].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.end(
    `HTTP/1.1 ${statuses[error.code ?? ""] ?? "400 Bad Request"}\r\n${headers}Content-Length: 0\r\nConnection: close\r\n\r\n`,
    // A half-open connection would last as long as the client keeps it.
    () => setTimeout(() => socket.destroy(), lingering).unref(),
  );
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise((done) => server.close(done));
  // Keep-alive would hold idle connections open for several seconds.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const late = setTimeout(() => server.closeAllConnections(), drainLimit);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}

function pageCacheOf({ build, mode }: ServerOptions, table: RouteTable): ReturnType<typeof createPageCache> {
  if (mode !== "production") return (_request, _response, pass) => pass();
  const handle = createRequestHandler(build as ServerBuild, "production");
  return createPageCache(
    table,
    ({ address, encoding, savesData, isBrief }) =>
      readUpTo(0, () =>
        handle(
          new Request(new URL(address, env.APP_URL), {
            headers: {
              "X-Keep-Page": isBrief ? "brief" : "long",
              ...(encoding && { "Accept-Encoding": encoding }),
              ...(savesData && { "Save-Data": "on" }),
            },
          }),
          { requestId: "cached", clientAddress: "self", needsFormToken: false },
        ),
      ),
    ({ url = "" }, response) => {
      const [path = ""] = url.split("?", 1);
      countRequest(table.routeOf(path), response.statusCode, null);
    },
  );
}
