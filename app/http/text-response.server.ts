/** Characters. */
const chunk = 8_192;

/**
 * A text sent while it is read, never faster than the client takes it. If reading fails midway, the connection breaks
 * off, so that a part is never taken for the whole.
 */
export function textResponse(
  request: Request,
  text: AsyncIterable<string>,
  headers: Record<string, string>,
): Response {
  if (request.method === "HEAD") return new Response(null, { headers });
  const reading = text[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      let ready = "";
      while (ready.length < chunk) {
        const { done, value } = await reading.next();
        if (done) {
          if (ready) controller.enqueue(encoder.encode(ready));
          return controller.close();
        }
        ready += value;
      }
      controller.enqueue(encoder.encode(ready));
    },
    async cancel() {
      await reading.return?.();
    },
  });
  return new Response(body, { headers });
}
