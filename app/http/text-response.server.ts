/** In characters. */
const chunk = 8_192;

/**
 * Sends text as it becomes available, but never faster than the client receives it. If reading fails midway, it aborts
 * the connection, so that no one mistakes a part for the whole.
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

/**
 * Spreadsheets evaluate a cell that begins with one of these, even after invisible characters or in full width. They
 * split cells at commas, quotes and line breaks, in some countries at semicolons, and LibreOffice at tabs.
 */
const formula = /^[\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r]/u;
const special = /[",;\t\r\n]/;

/**
 * An email address that begins with a sign. With an apostrophe, it would be another mailbox's address, and no
 * spreadsheet evaluates it.
 */
const address = /^[-+][A-Za-z0-9._-]+@[a-z0-9.-]+$/;

/** One cell. A leading apostrophe turns a formula into text. */
export function csvCell(text: string): string {
  const safe = formula.test(text) && !address.test(text) ? `'${text}` : text;
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const lineOf = (cells: readonly string[]) => `${cells.map(csvCell).join(",")}\r\n`;

/** Excel needs this to read UTF-8. */
const byteOrderMark = "\uFEFF";
/**
 * Sends a file to save while its rows are being read, but never faster than the client receives it. If reading fails
 * midway, it aborts the connection, so that no one mistakes a part for the whole.
 * @param name without its extension
 */
export function csvResponse(
  request: Request,
  name: string,
  head: readonly string[],
  rows: AsyncIterable<readonly string[]>,
): Response {
  const headers = {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}.csv"`,
    "Content-Security-Policy": "default-src 'none'; sandbox",
  };
  return textResponse(request, linesFrom(head, rows), headers);
}

async function* linesFrom(
  head: readonly string[],
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + lineOf(head);
  for await (const row of rows) yield lineOf(row);
}
