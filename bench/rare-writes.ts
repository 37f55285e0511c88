import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { type DetailedError, Upload } from "tus-js-client";
import { resuming } from "../app/features/media/components/resuming.ts";
import { firstRetryAfter } from "../app/features/messaging/components/use-outgoing.ts";
import { paths } from "../app/paths.ts";
import { payCheckout } from "../tests/support/paying.ts";
import { idOf, participant } from "./database.ts";
import { type Answer, send } from "./http.ts";

// What the mix leaves out, but a failure mustn't lose: files that arrive in pieces, and purchases.

/** In bytes. A picture takes about six pieces. */
const pieceSize = 2 ** 15;
/** In ms. An upload takes a second or two, so some are under way when a part fails. */
const betweenPieces = 250;
/** A page with script never stops trying. This many tries take more than four minutes. */
const tries = 8;

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

/** A response that failed. Its status is 0 if the connection broke. */
export interface Failed {
  status: number;
  /** Why there's no response. */
  broke?: string;
  /** Undefined if the product didn't send the response. */
  requestId?: string;
  /** The page sends the request again on its own, so its reader sees no error. */
  isRepeated?: boolean;
}

/**
 * Sends a picture in pieces and then its message, and repeats what failed when pages with script would.
 * @throws if such a page would give up
 */
export async function sendPicture(
  origin: string,
  actor: number,
  talk: string,
  picture: Buffer,
  onError: (failed: Failed) => void,
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
      ...resuming,
      onBeforeRequest: () => pause(betweenPieces),
      onAfterResponse(request, response) {
        resuming.onAfterResponse(request, response);
        if (request.getMethod() !== "HEAD" || response.getStatus() === 423) return;
        if (Number(response.getHeader("Upload-Offset") ?? 0) < accepted) lost += 1;
      },
      onChunkComplete(_size, bytes) {
        [accepted, pieces] = [bytes, pieces + 1];
      },
      onShouldRetry({ originalResponse, causingError }: DetailedError) {
        onError({
          status: originalResponse?.getStatus() ?? 0,
          broke: causingError?.message,
          requestId: originalResponse?.getHeader("X-Request-Id"),
          isRepeated: true,
        });
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
  }).toString();
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(origin, paths.conversationNow(talk, { after: 0 }), {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded" },
      body,
    });
    if (answer.status === 200) return { messageId, pieces, lost };
    const isRepeated = answer.status === 503 || answer.status === 0;
    onError({ ...failedIn(answer), isRepeated });
    if (!isRepeated || attempt === tries)
      throw new Error(`The picture of message ${messageId} wasn't accepted: ${answer.status}.`);
    await pause(Math.min(60_000, firstRetryAfter * 2 ** (attempt - 1)));
  }
}

export const failedIn = ({
  status,
  broke,
  headers,
}: Pick<Answer, "status" | "broke" | "headers">): Failed => ({
  status,
  broke,
  requestId: headers["x-request-id"]?.toString(),
});

/**
 * Starts a checkout and pays on Stripe's page.
 * @returns who paid; undefined if the checkout couldn't be started
 */
export async function buyPro(
  origin: string,
  buyer: number,
  onError: (failed: Failed) => void,
): Promise<string | undefined> {
  const priceId = "price_pro_monthly";
  const answer = await send(origin, paths.payment({ priceId }), {
    method: "POST",
    headers: {
      Cookie: participant(buyer).cookie,
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({ priceId }).toString(),
  });
  const { location } = answer.headers;
  if (answer.status !== 303 || !location) {
    onError(failedIn(answer));
    return undefined;
  }
  const paid = await payCheckout(location);
  if (!paid.location) throw new Error(`Stripe's page answered ${paid.status}: ${paid.text}`);
  return idOf("person", buyer);
}
