import { freePort } from "../scripts/free-port.mjs";
import { type Cluster, type Service, until } from "./cluster.ts";
import { participant } from "./database.ts";
import { getPage } from "./http.ts";
import { actorsOf } from "./mix.ts";
import { databaseTime } from "./processes.ts";

const [rounds, pagesPerRound] = [10, 20];

/**
 * Requests dashboards in turn from a process behind PgBouncer, without names or pipelines, and from one that's connected
 * to PostgreSQL itself.
 * @returns PostgreSQL's CPU time for a page in both, in ms
 */
export async function measurePooling(cluster: Cluster, size: number) {
  const { asSuperuser, urlOf, webs, healthOf, connectedTo } = cluster;
  const direct = connectedTo("direct", await freePort(), urlOf());
  const [behind] = webs as [Service];
  direct.start();
  try {
    await until("the process without PgBouncer responds", () => healthOf(direct), 60);
    const { usedTime } = await databaseTime(asSuperuser);
    const spent = { behind: 0, direct: 0 };
    // In the first round, statements are prepared, so it doesn't count.
    for (let round = 0; round <= rounds; round += 1)
      for (const [name, { port }] of [["behind", behind] as const, ["direct", direct] as const]) {
        const before = usedTime();
        for (let page = 0; page < pagesPerRound; page += 1) {
          const { cookie } = participant(1 + ((round * pagesPerRound + page) % actorsOf(size)));
          await getPage(`http://localhost:${port}`, "/dashboard", { Cookie: cookie });
        }
        if (round > 0) spent[name] += (usedTime() - before) / (rounds * pagesPerRound);
      }
    return spent;
  } finally {
    await direct.stop();
  }
}
