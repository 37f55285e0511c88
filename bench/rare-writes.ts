import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { Upload } from "tus-js-client";
import { paths } from "../app/paths.ts";
import { payCheckout } from "../tests/support/paying.ts";
import { idOf, participant } from "./database.ts";
import { send } from "./http.ts";

// What the mix leaves out, but a failure mustn't lose: files that arrive in pieces, and purchases.

/** In bytes. A picture takes about six pieces. */
const pieceSize = 2 ** 15;
/** In ms. An upload takes a second or two, so some are under way when a part fails. */
const betweenPieces = 250;
/** One per second. An upload whose form was interrupted by a failover can be used again after 90 seconds. */
const tries = 120;

/** Makes a picture of noise. Any other picture of its size would compress into a single piece. */
export function makeNoise(): Promise<Buffer> {
  const [width, height, channels] = [320, 180, 3] as const;
  return sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })
    .png()
    .toBuffer();
}

export interface Sent {
  messageId: string;
  /** How many pieces the server acknowledged, and how often it later reported fewer. */
  pieces: number;
  lost: number;
}

/**
 * Sends a picture in pieces and then its message, and repeats what failed, as pages with script do.
 * @param onError gets the status of each response that failed, or 0 if the connection broke
 */
export async function sendPicture(
  origin: string,
  actor: number,
  talk: string,
  picture: Buffer,
  onError: (status: number) => void,
): Promise<Sent> {
  const { cookie } = participant(actor);
  const headers = { Cookie: cookie, Origin: origin, "Sec-Fetch-Site": "same-origin" };
  const messageId = randomUUID();
  let [accepted, pieces, lost] = [0, 0, 0];
  const address = await new Promise<string>((done, failed) => {
    const upload = new Upload(picture, {
      endpoint: origin + paths.uploads(),
      chunkSize: pieceSize,
      headers,
      metadata: { filename: "still.png" },
      retryDelays: Array<number>(tries).fill(1_000),
      onBeforeRequest: () => pause(betweenPieces),
      onAfterResponse(request, response) {
        const [method, status] = [request.getMethod(), response.getStatus()];
        if (method !== "HEAD" || status >= 500 || status === 423) return;
        if (Number(response.getHeader("Upload-Offset") ?? 0) < accepted) lost += 1;
      },
      onChunkComplete(_size, bytes) {
        [accepted, pieces] = [bytes, pieces + 1];
      },
      onShouldRetry(error) {
        onError(error.originalResponse?.getStatus() ?? 0);
        return true;
      },
      onError: failed,
      onSuccess: () => done(upload.url ?? ""),
    });
    upload.start();
  });
  const body = new URLSearchParams({
    messageId,
    content: `Hello, this is message ${messageId}.`,
    upload: address.split("/").at(-1) ?? "",
    uploadName: "still.png",
  }).toString();
  let last = 0;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const { status } = await send(origin, paths.conversation(talk), {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded" },
      body,
    });
    if (status === 303) return { messageId, pieces, lost };
    onError(status);
    last = status;
    await pause(1_000);
  }
  throw new Error(`The picture of message ${messageId} was never accepted. The last status was ${last}.`);
}

/**
 * Starts a checkout and pays it on Stripe's page.
 * @returns who paid; undefined if the checkout couldn't be started
 */
export async function buyPro(
  origin: string,
  buyer: number,
  onError: (status: number) => void,
): Promise<string | undefined> {
  const priceId = "price_pro_monthly";
  const { status, headers } = await send(origin, paths.payment({ priceId }), {
    method: "POST",
    headers: {
      Cookie: participant(buyer).cookie,
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({ priceId }).toString(),
  });
  if (status !== 303 || !headers.location) {
    onError(status);
    return undefined;
  }
  const paid = await payCheckout(headers.location);
  if (!paid.location) throw new Error(`Stripe's page answered ${paid.status}: ${paid.text}`);
  return idOf("person", buyer);
}
