import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { paths } from "../../app/paths.ts";
import { withClient } from "../databases.ts";
import { makeConversations, type Participant } from "../people.ts";
import { type Running, startServer } from "../processes.ts";
import { startProduct } from "../product.ts";
import { arrivalTimes, openAll } from "./streams.ts";

const warmUp = 30;
const settling = 20;

interface Side {
  name: string;
  server: Running;
  write: () => Promise<Response>;
}

/**
 * Milliseconds from a commit to each listener, through the product and a minimal process in turn, so that noise
 * affects both.
 */
export async function measureDelay(url: string, participants: Participant[], rounds: number) {
  const [conversationId = ""] = await makeConversations(url, [participants]);
  const server = await startProduct(url);
  const bare = await startServer(["--import", "tsx", "bench/live/fan-out.ts"], {
    path: "/",
    env: { DATABASE_URL: url },
  });
  const product = await listening(participants, {
    name: "the product: outbox, NOTIFY, streams",
    server,
    write: () =>
      fetch(`${server.origin}${paths.conversationNow(conversationId, { after: 1_000_000 })}`, {
        method: "POST",
        headers: {
          Cookie: participants[0]?.cookie ?? "",
          Origin: server.origin,
          "Sec-Fetch-Site": "same-origin",
        },
        body: new URLSearchParams({ messageId: randomUUID(), content: "Hello, everyone" }),
      }),
  });
  const fanOut = await listening(participants, {
    name: "a process that commits, then writes to its streams",
    server: bare,
    write: () => fetch(`${bare.origin}/${conversationId}`, { method: "POST" }),
  });
  const sides = [product, fanOut] as const;
  try {
    await withClient(url, async (client) => {
      for (let round = 0; round < rounds; round += 1)
        for (const { listeners, write, times } of sides) {
          await client.query("DELETE FROM rate_limits");
          await pause(settling);
          const received = arrivalTimes(listeners);
          const answer = await write();
          if (!answer.ok) throw new Error(`A message was answered with ${answer.status}.`);
          const arrivedAt = await received;
          const committedAt = await lastCommit(client, conversationId);
          if (round >= warmUp) times.push(...arrivedAt.map((at) => at - committedAt));
        }
    });
  } finally {
    for (const { server, listeners } of sides) {
      for (const { socket } of listeners) socket.destroy();
      await server.stop();
    }
  }
  return sides;
}

const listening = async (participants: Participant[], side: Side) => ({
  ...side,
  listeners: await openAll(side.server.origin, participants),
  times: [] as number[],
});

/** In ms since 1970, by the database's clock. */
async function lastCommit(client: pg.Client, conversationId: string): Promise<number> {
  const { rows } = await client.query(
    `SELECT extract(epoch FROM pg_xact_commit_timestamp(xmin)) * 1000 AS at
       FROM messages WHERE conversation_id = $1 ORDER BY seq DESC LIMIT 1`,
    [conversationId],
  );
  return Number(rows[0].at);
}
