/**
 * A webhook's body exactly as sent, for the check of its signature, which replaces a session and a form token. Null
 * without the header, or if the sender has gone.
 */
export async function readSignedBody(
  request: Request,
  header: string,
): Promise<{ body: string; signature: string } | null> {
  const signature = request.headers.get(header);
  if (!signature) return null;
  const body = await request.text().catch(() => null);
  return body === null ? null : { body, signature };
}
