import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import type { RouteArgs } from "./http/request-context.server";
import type { RouteHandle } from "./http/route-handle";
import { noPerson, offlineHeader, personHeader } from "./offline-words";
import { isDatabaseUnavailable } from "./platform/db.server";
import { log } from "./platform/log.server";
import { acceptedEncoding, compress, type Kept } from "./server/compression.server";
import { withEdgeAddresses } from "./server/edge-addresses.server";
import { HydrationContext, hydrationDataOf } from "./server/remix/hydration";
import { FailureContext } from "./shell/page";
import type { RootData } from "./shell/root-data";
import { loadParts, ShownPartsContext } from "./ui/late-part";

export { startServer } from "./server/start.server";

/** Renders and compresses the whole page in one step: twice as fast as streaming, and a third smaller. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: AppLoadContext,
) {
  // The page cache only stores successful pages. For anything else, the client's own request renders the page.
  if (status !== 200 && request.headers.has("X-Keep-Page")) return new Response(null, { status, headers });
  const data = await textOf(entry.serverHandoffStream);
  entry.serverHandoffStream = undefined;
  await loadParts();
  const parts = new Set<string>();
  const rendered = renderToString(
    <FailureContext.Provider
      value={{
        reference: context.requestId,
        databaseAway: Boolean(context.databaseAway),
        preserved: context.preservedForm,
      }}
    >
      <HydrationContext.Provider value={() => hydrationDataOf(entry, data, parts)}>
        <ShownPartsContext.Provider value={parts}>
          <RemixServer context={entry} url={request.url} />
        </ShownPartsContext.Provider>
      </HydrationContext.Provider>
    </FailureContext.Provider>,
  );
  if (context.databaseAway) {
    status = 503;
    headers.set("Retry-After", "5");
  }
  const person = await tellPerson(headers, context);
  if (person && status === 200 && !new URL(request.url).search) tellOffline(headers, entry);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.append("Vary", "Save-Data");
  const isAlike = headers.get(personHeader) === noPerson && !rendered.includes(hydrationMark);
  const html = isAlike ? withEdgeAddresses(rendered) : rendered;
  return compressed({ request, context }, `<!doctype html>${html}`, status, headers);
}

export async function handleDataRequest(
  response: Response,
  { request, context }: { request: Request; context: AppLoadContext },
) {
  const headers = new Headers(response.headers);
  await tellPerson(headers, context);
  const status = context.databaseAway ? 503 : response.status;
  if (context.databaseAway) headers.set("Retry-After", "5");
  return compressed({ request, context }, await response.text(), status, headers);
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
) {
  // Client errors are already in the response and the request log.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  if (isDatabaseUnavailable(error)) {
    context.databaseAway = true;
    log.warn({ requestId: context.requestId, err: error }, "database unavailable");
    return;
  }
  log.error({ requestId: context.requestId, err: error }, "request failed");
}

/**
 * Identifies the person, so that the service worker can keep a separate set of copies for each one. Null for guests and
 * for unknown people.
 */
async function tellPerson(headers: Headers, { actor }: AppLoadContext): Promise<string | null> {
  const person = await actor?.catch(() => undefined);
  if (person !== undefined) headers.set(personHeader, person?.userId ?? noPerson);
  return person?.userId ?? null;
}

/** Appears only in pages with script. */
const hydrationMark = 'id="hydration"';

const handlesOf = ({ staticHandlerContext, routeModules }: EntryContext) =>
  staticHandlerContext.matches.map(({ route }) => routeModules[route.id]?.handle as RouteHandle | undefined);

/**
 * Lets the service worker keep a page. Leaves out pages with a toast or a cookie, which are meant only for this
 * moment, and pages without script, which couldn't send anything later.
 */
function tellOffline(headers: Headers, entry: EntryContext): void {
  const root = entry.staticHandlerContext.loaderData.root as RootData | undefined;
  if (root?.savesData) headers.set(offlineHeader, "saves-data");
  else if (
    root &&
    !root.toast &&
    !headers.has("Set-Cookie") &&
    handlesOf(entry).some((handle) => handle?.keepsOffline)
  )
    headers.set(offlineHeader, "keep");
}

function compressed(
  { request, context }: RouteArgs,
  text: string,
  status: number,
  headers: Headers,
): Response {
  const { body, encoding } = compress(
    text,
    acceptedEncoding(request.headers.get("Accept-Encoding")),
    (request.headers.get("X-Keep-Page") as Kept | null) ?? "not",
  );
  headers.append("Vary", "Accept-Encoding");
  if (encoding) headers.set("Content-Encoding", encoding);
  headers.set("Content-Length", String(Buffer.byteLength(body)));
  context.takeBody?.(body);
  return new Response(context.takeBody ? null : (body as BodyInit), { status, headers });
}

async function textOf(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  if (!stream) return "";
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = "";
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    text += decoder.decode(read.value, { stream: true });
  }
  return text;
}
