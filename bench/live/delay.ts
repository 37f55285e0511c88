import { randomUUID } from "node:crypto";
import type pg from "pg";
import { paths } from "../../app/paths.ts";
import { withClient } from "../databases.ts";
import { type Running, startServer } from "../processes.ts";
import { startProduct } from "../product.ts";
import { allHear, openAll } from "./streams.ts";
import { makeGroup, type Talker } from "./talkers.ts";

/** Rounds that are not counted. */
const warmUp = 30;

/** Milliseconds from a message's commit to each listener, by way of the product, and the least that can be done. */
export async function measureDelay(url: string, talkers: Talker[], rounds: number) {
  const [sender] = talkers;
  if (!sender) throw new Error("nobody to write");
  const conversationId = await makeGroup(url, talkers);
  const measure = async (server: Running, write: () => Promise<Response>) => {
    const times = await measureRounds(url, server.origin, talkers, { conversationId, rounds, write });
    await server.stop();
    return times;
  };

  const product = await startProduct(url);
  const ofProduct = await measure(product, () =>
    fetch(`${product.origin}${paths.conversationNow(conversationId, { after: 1_000_000 })}`, {
      method: "POST",
      headers: { Cookie: sender.cookie, Origin: product.origin, "Sec-Fetch-Site": "same-origin" },
      body: new URLSearchParams({ messageId: randomUUID(), content: "Hello everybody" }),
    }),
  );
  const bare = await startServer(["--import", "tsx", "bench/live/fan-out.ts"], {
    path: "/",
    env: { DATABASE_URL: url },
  });
  const ofBare = await measure(bare, () => fetch(`${bare.origin}/${conversationId}`, { method: "POST" }));
  return { product: ofProduct, bare: ofBare };
}

async function measureRounds(
  url: string,
  origin: string,
  talkers: Talker[],
  {
    conversationId,
    rounds,
    write,
  }: { conversationId: string; rounds: number; write: () => Promise<Response> },
): Promise<number[]> {
  const listeners = await openAll(origin, talkers);
  const times: number[] = [];
  await withClient(url, async (client) => {
    for (let round = 0; round < rounds; round += 1) {
      await client.query("DELETE FROM rate_limits");
      const heard = allHear(listeners);
      const answer = await write();
      if (!answer.ok) throw new Error(`A message was answered with ${answer.status}.`);
      const heardAt = await heard;
      const committedAt = await lastCommit(client, conversationId);
      if (round >= warmUp) times.push(...heardAt.map((at) => at - committedAt));
    }
  });
  for (const { socket } of listeners) socket.destroy();
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
