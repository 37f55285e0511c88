import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { watchLogs } from "./causes.ts";
import { type Cluster, startCluster, until } from "./cluster.ts";
import { fill, participant, withClient } from "./database.ts";
import { checkStored, type DrillError, drilledPeople, startLoad } from "./drilling.ts";
import { getPage } from "./http.ts";
import { actorsOf } from "./mix.ts";
import { measurePooling } from "./pooling.ts";
import { budget, median, type Options, p99, type Report } from "./report.ts";
import { restoreBackup, restoreCluster } from "./restoring.ts";

const size = 1_000;
/**
 * The rate that two cores can handle while they also run three databases, etcd, HAProxy, PgBouncer and the client.
 */
const perSecond = 20;
const [lead, settling] = [5_000, 10_000];

/** Causes the failure, and resolves when everything has recovered without anyone's help. */
type Drill = (cluster: Cluster) => Promise<void>;

const drills: Record<string, Drill> = {
  "nothing happens": () => pause(20_000),
  async "rolling restart"({ webs, jobs, healthOf }) {
    for (const service of [...webs, jobs]) {
      await service.end("SIGTERM");
      await until(`${service.name} is back`, () => healthOf(service), 60);
      // HAProxy checks every half second.
      await pause(1_500);
    }
  },
  async "a web process is killed"({ webs, whole }) {
    await webs[0]?.end("SIGKILL");
    await whole();
  },
  async "PgBouncer is killed"({ bouncer, whole }) {
    await bouncer.end("SIGKILL");
    await whole();
  },
  async "the synchronous replica is away"({ synchronous, whole }) {
    const machine = await synchronous();
    await machine.kill();
    await pause(20_000);
    machine.patroni.start();
    await whole();
  },
  failover,
  restore: restoreBackup,
};
/** This drill runs without load, because it measures time. */
const poolersPrice = "the price of PgBouncer";
/** This one also runs without load, because everything written after the restored moment is lost on purpose. */
const inPlace = "restore in place";

/** The leader's machine is gone for as long as it takes to boot. */
async function failover({ leader, whole }: Cluster): Promise<void> {
  const machine = await leader();
  await machine.kill();
  await until("another machine leads", async () => (await leader()) !== machine, 60);
  await pause(5_000);
  machine.patroni.start();
  await whole();
}

/** Runs a drill under load and checks what was acknowledged. */
async function run(cluster: Cluster, name: string, drill: Drill) {
  const { folder, webs, haproxy } = cluster;
  const explain = watchLogs(
    folder,
    webs.map((web) => web.name),
    haproxy.name,
  );
  const load = startLoad(cluster.origin, cluster.stripe, size, perSecond);
  await pause(lead);
  const since = Date.now();
  await drill(cluster);
  const whole = (Date.now() - since) / 1_000;
  await pause(settling);
  const outcome = await load.stop();
  const { errors, times, requests, messages, swipes, pieces, lostPieces, purchases, events } = outcome;
  const stored = await checkStored(cluster.asSuperuser, outcome);
  const lastOf = (some: DrillError[]) => Math.max(0, ...some.map(({ at }) => (at - since) / 1_000));
  const seen = errors.filter(({ isRepeated }) => !isRepeated);
  const repeated = errors.filter(({ isRepeated }) => isRepeated);
  const lost = [...stored.lost, ...Array<string>(lostPieces).fill("a piece of a picture")];
  console.log(`  ${name}: ${requests} requests, ${seen.length} errors, ${repeated.length} sent again`);
  for (const line of explain(errors, since)) console.log(`    ${line}`);
  if (lost.length > 0) console.log(`  lost: ${lost.join(", ")}`);
  return {
    ...{ name, requests, whole, seen: seen.length, lastSeen: lastOf(seen) },
    ...{ conflicts: seen.filter(({ status }) => status === 409).length },
    ...{ repeated: repeated.length, lastRepeated: lastOf(repeated) },
    ...{ lost: lost.length, twice: stored.twice.length },
    ...{ messages: messages.length, swipes: swipes.length, pieces, purchases: purchases.length },
    ...{ events: events.length, p99: p99(times) },
    failedJobs: await countFailedJobs(cluster),
  };
}

const countFailedJobs = ({ asSuperuser }: Cluster) =>
  withClient(asSuperuser, async (client) => {
    const { rows } = await client.query(
      "SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE attempts >= max_attempts",
    );
    return Number(rows[0].count);
  });

/** Starts a cluster from nothing and runs the drills under the requests of `mix`. */
export async function measureDrills({ times, drills: chosen }: Options): Promise<Report> {
  const all = [poolersPrice, ...Object.keys(drills), inPlace];
  const unknown = chosen.find((name) => !all.includes(name));
  if (unknown) throw new Error(`There's no drill called '${unknown}'. Choose from ${all.join(", ")}.`);
  const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name);
  const cluster = await startCluster();
  try {
    // People rely on these alert rules when such failures happen, so they're checked, too.
    for (const args of ["check rules deploy/alerts.yml", "test rules deploy/alerts.test.yml"])
      execFileSync("promtool", args.split(" "), { stdio: "inherit" });
    await fill(cluster.asSuperuser, drilledPeople(size));
    // Members got their deck on an earlier day, as in the mix.
    for (let actor = 1; actor <= actorsOf(size); actor += 1)
      await getPage(cluster.origin, "/discover", { Cookie: participant(actor).cookie });
    const pooling = isChosen(poolersPrice) ? await measurePooling(cluster, size) : undefined;
    const results = [];
    for (const [name, drill] of Object.entries(drills).filter(([name]) => isChosen(name))) {
      if (drill !== failover) results.push(await run(cluster, name, drill));
      else
        for (let time = 1; time <= times; time += 1)
          results.push(await run(cluster, `failover of the leader, ${time}`, drill));
    }
    const restoredIn = isChosen(inPlace) ? await restoreCluster(cluster) : undefined;
    return reportOf(results, { pooling, restoredIn });
  } finally {
    await cluster.stop();
    if (!process.env.DRILLS_KEEP) await cluster.remove();
  }
}

interface Measured {
  pooling: { behind: number; direct: number } | undefined;
  /** In seconds. */
  restoredIn: number | undefined;
}

function reportOf(results: Awaited<ReturnType<typeof run>>[], { pooling, restoredIn }: Measured): Report {
  const failovers = results.filter(({ name }) => name.startsWith("failover"));
  const worst = (all: typeof results, of: (one: (typeof results)[number]) => number) =>
    Math.max(0, ...all.map(of));
  return {
    tables: [
      {
        title: `Drills under ${perSecond} requests of the mix per second, ${size.toLocaleString("en")} people`,
        rows: results.map((one) => ({
          "": one.name,
          requests: one.requests,
          "errors seen": one.seen,
          "of them 409": one.conflicts,
          "sent again": one.repeated,
          messages: one.messages,
          swipes: one.swipes,
          pieces: one.pieces,
          purchases: one.purchases,
          webhooks: one.events,
          lost: one.lost,
          twice: one.twice,
          "p99 ms": one.p99,
          "last error after s": one.lastSeen,
          "last sent again after s": one.lastRepeated,
          "all back after s": one.whole,
        })),
      },
    ],
    limits: [
      budget(
        "acknowledged writes lost",
        worst(results, ({ lost }) => lost),
        0,
      ),
      budget(
        "writes stored twice",
        worst(results, ({ twice }) => twice),
        0,
      ),
      budget(
        "jobs that gave up",
        worst(results, ({ failedJobs }) => failedJobs),
        0,
      ),
      budget(
        "errors during the rolling restart",
        worst(
          results.filter(({ name }) => name === "rolling restart"),
          ({ seen, repeated }) => seen + repeated,
        ),
        0,
      ),
      budget(
        "until pages respond after a failover",
        worst(failovers, ({ lastSeen }) => lastSeen),
        15,
        "s",
      ),
    ],
    notes: [
      ...(pooling === undefined
        ? []
        : [
            `A dashboard took ${pooling.behind.toFixed(1)} ms of PostgreSQL's CPU time through PgBouncer, without names and pipelines, and ${pooling.direct.toFixed(1)} ms directly.`,
          ]),
      ...(restoredIn === undefined
        ? []
        : [
            `Restoring the cluster in place took ${restoredIn.toFixed()} s, from stopping its processes until a member could sign in.`,
          ]),
      ...(failovers.length === 0
        ? []
        : [
            `Failovers: ${failovers.length}. Their last errors came after a median of ${median(failovers.map(({ lastSeen }) => lastSeen)).toFixed(1)} s.`,
          ]),
      "An error is a response with a status of 400 or above, or a connection that broke. After one, only pictures and their messages are sent again, when a page with script would do so. Such a page would also resend other messages and swipes, which count as errors here.",
    ],
  };
}
