import type { Person } from "./people";
import { as, type OpenReply } from "./request";

const addressIn = (html: string, pattern: RegExp) =>
  (html.match(pattern)?.[1] ?? "").replaceAll("&amp;", "&");

/**
 * Opens the live frame of a thread's page as a browser without script does: the frame's short document first, and then
 * the stream that it redirects to.
 */
export async function openFrame(person: Person, page: { html: string }): Promise<OpenReply> {
  const beginning = await as(person).get(addressIn(page.html, /<iframe[^>]* src="([^"]+)"/));
  return as(person).open(addressIn(beginning.html, /<meta http-equiv="refresh" content="\d+;url=([^"]+)"/));
}
