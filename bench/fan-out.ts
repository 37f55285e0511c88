import { createServer, type ServerResponse } from "node:http";
import pg from "pg";

/** The least that a fan-out can cost: a POST commits a message, and writes to the open streams of its conversation. */
const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
const streams: ServerResponse[] = [];

async function commit(conversationId: string): Promise<number> {
  await client.query("BEGIN");
  const { rows } = await client.query(
    "UPDATE conversations SET last_seq = last_seq + 1 WHERE id = $1 RETURNING last_seq AS seq",
    [conversationId],
  );
  await client.query(
    "INSERT INTO messages (id, conversation_id, seq, content) VALUES (gen_random_uuid(), $1, $2, 'Hello, everyone')",
    [conversationId, rows[0].seq],
  );
  await client.query("COMMIT");
  return rows[0].seq;
}

const server = createServer(async (request, response) => {
  if (request.method === "POST") {
    const conversationId = request.url?.slice(1) ?? "";
    const seq = await commit(conversationId);
    const hint = JSON.stringify({ conversationId, seq });
    for (const stream of streams) stream.write(`data: ${hint}\n\n`);
    response.writeHead(204).end();
  } else if (request.url === "/api/live") {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write("retry: 1000\n\n");
    streams.push(response);
  } else {
    response.end("ok");
  }
});
server.listen(Number(process.env.PORT), "127.0.0.1");
process.once("SIGTERM", () => process.exit(0));
