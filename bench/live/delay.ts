import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { withClient } from "../databases.ts";
import { startProduct } from "../product.ts";
import { allHear, listenerOn, openAll } from "./streams.ts";
import { makeGroup, type Talker } from "./talkers.ts";

/** Rounds that are not counted. */
const warmUp = 30;

/** Milliseconds from a message's commit to each listener, by way of the product, and the least that can be done. */
export async function measureDelay(url: string, talkers: Talker[], rounds: number) {
  const [sender] = talkers;
  if (!sender) throw new Error("nobody to write");
  const conversationId = await makeGroup(url, talkers);
  const product = await startProduct(url);
  const listeners = await openAll(product.origin, talkers);
  const ofProduct: number[] = [];
  await withClient(url, async (client) => {
    for (let round = 0; round < rounds; round += 1) {
      await client.query("DELETE FROM rate_limits");
      const heard = allHear(listeners);
      const answer = await fetch(`${product.origin}/messages/${conversationId}/now?after=1000000`, {
        method: "POST",
        headers: { Cookie: sender.cookie, Origin: product.origin, "Sec-Fetch-Site": "same-origin" },
        body: new URLSearchParams({ messageId: randomUUID(), content: "Hello everybody" }),
      });
      if (!answer.ok) throw new Error(`A message was answered with ${answer.status}.`);
      const times = await heard;
      const committedAt = await lastCommit(client, conversationId);
      if (round >= warmUp) ofProduct.push(...times.map((time) => time - committedAt));
    }
  });
  for (const { socket } of listeners) socket.destroy();
  await product.stop();
  return { product: ofProduct, bare: await measureBareDelay(url, conversationId, talkers.length, rounds) };
}

/** The least that can be done: the process that commits writes to its own sockets at once. */
async function measureBareDelay(url: string, conversationId: string, count: number, rounds: number) {
  const far: Socket[] = [];
  const server = createServer((socket) => far.push(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const listeners = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
      return listenerOn(socket);
    }),
  );
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const heard = allHear(listeners);
    await client.query("BEGIN");
    const { rows } = await client.query(
      "UPDATE conversations SET last_seq = last_seq + 1 WHERE id = $1 RETURNING last_seq AS seq",
      [conversationId],
    );
    await client.query(
      "INSERT INTO messages (id, conversation_id, seq, content) VALUES (gen_random_uuid(), $1, $2, 'Hello everybody')",
      [conversationId, rows[0].seq],
    );
    await client.query("COMMIT");
    for (const socket of far)
      socket.write(`data: {"conversationId":"${conversationId}","seq":${rows[0].seq}}\n\n`);
    const heardAt = await heard;
    const committedAt = await lastCommit(client, conversationId);
    if (round >= warmUp) times.push(...heardAt.map((at) => at - committedAt));
  }
  await client.end();
  for (const { socket } of listeners) socket.destroy();
  server.close();
  return times;
}

/** When the conversation's last message was committed, in milliseconds since 1970: the database keeps the time. */
async function lastCommit(client: pg.Client, conversationId: string): Promise<number> {
  const { rows } = await client.query(
    `SELECT extract(epoch FROM pg_xact_commit_timestamp(xmin)) * 1000 AS at
       FROM messages WHERE conversation_id = $1 ORDER BY seq DESC LIMIT 1`,
    [conversationId],
  );
  return Number(rows[0].at);
}
