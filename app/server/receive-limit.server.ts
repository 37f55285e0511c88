import { sendPlainPage } from "./plain-page.server";
import type { Exchange } from "./request-start.server";

/** Milliseconds for a body to arrive: 500 MB at 140 kB per second. */
export const longestUpload = 3_600_000;
const longestForm = 120_000;
/** Milliseconds without a byte. */
const longestPause = 60_000;

/** Ends a request whose body takes too long. An upload may take longer but must not stall. */
export function limitReceiving({ request, response, context }: Exchange, isUpload: boolean): void {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === "0")) return;
  if (isUpload) {
    const { socket } = request;
    socket.setTimeout(longestPause);
    request.once("end", () => socket.setTimeout(0));
    return;
  }
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (response.headersSent) return void request.destroy();
    sendPlainPage(response, {
      status: 408,
      title: "That took too long",
      text: "Part of the form didn't arrive. Please go back and send it again.",
      reference: context.requestId,
      headers: { Connection: "close" },
    });
  }, longestForm);
  request.once("close", () => clearTimeout(timer));
}
