import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { hash } from "@node-rs/argon2";
import sharp from "sharp";
import { paths } from "../app/paths.ts";
import { type Cluster, type Machine, postgresBin, Service, until } from "./cluster.ts";
import { idOf, withClient } from "./database.ts";
import { getPage, send, signIn, textOf } from "./http.ts";

const [email, password] = ["person-1@bench.example", "a drill at half past nine"];
const talk = idOf("talk", 5);

/** The moment to restore to, and the texts of messages from before and after it. */
interface Noted {
  moment: string;
  before: string;
  after: string;
}

/** Takes a full and an incremental backup, sends a message with a picture, notes the time, and sends another message. */
async function backUp({ asSuperuser, origin, backup }: Cluster): Promise<Noted> {
  const query = (text: string, values?: unknown[]) =>
    withClient(asSuperuser, async (client) => (await client.query(text, values)).rows[0]);
  await query("UPDATE users SET password_hash = $1 WHERE email = $2", [await hash(password), email]);
  await backup("--type=full", "backup");
  const cookie = await signIn(origin, email, password);
  await backup("--type=incr", "backup");

  const [before, after] = [`Before ${randomUUID()}`, `After ${randomUUID()}`];
  await sendMessage(origin, cookie, before, await makePicture());
  const { moment } = await query("SELECT clock_timestamp()::text AS moment");
  await sendMessage(origin, cookie, after);
  const { segment } = await query("SELECT pg_walfile_name(pg_switch_wal()) AS segment");
  await until(
    "the WAL is archived",
    async () => (await query("SELECT last_archived_wal AS last FROM pg_stat_archiver")).last >= segment,
    60,
  );
  return { moment, before, after };
}

/** @throws unless the first message is there with its picture, and the second one isn't */
async function checkRestored(origin: string, { before, after }: Noted): Promise<void> {
  const again = await signIn(origin, email, password);
  const page = textOf(await getPage(origin, paths.conversation(talk), { Cookie: again }));
  if (!page.includes(before)) throw new Error("The message from before isn't there.");
  if (page.includes(after)) throw new Error("The message from after is there.");
  const [picture] = /\/media\/[^"\s]+/.exec(page.slice(page.indexOf(before))) ?? [];
  await getPage(origin, picture ?? "/no-picture", { Cookie: again });
}

/** Restores database and files on another machine. */
export async function restoreBackup(cluster: Cluster): Promise<void> {
  const noted = await backUp(cluster);
  const { database, product } = await restore(cluster, noted.moment);
  try {
    await checkRestored(`http://localhost:${product.port}`, noted);
  } finally {
    await product.stop();
    await database.stop("SIGQUIT");
  }
  console.log(`  restored to ${noted.moment} from ${join(cluster.folder, "backups")}`);
}

/**
 * Restores the cluster itself, with the commands of docs/operating.md.
 * @returns how many seconds it took
 */
export async function restoreCluster(cluster: Cluster): Promise<number> {
  const { folder, origin, machines, webs, jobs, asOwner, backup, render, whole } = cluster;
  const noted = await backUp(cluster);
  const since = Date.now();
  await Promise.all([...webs, jobs].map((service) => service.stop()));
  await Promise.all(machines.map(({ patroni }) => patroni.stop()));
  for (const { data } of machines) await asOwner("mv", [data, `${data}-before`]);
  const [first, ...others] = machines as [Machine, ...Machine[]];
  const removal = `printf 'matchcut\\nYes I am aware\\n' | patronictl -c ${first.folder}/patroni.yml remove matchcut`;
  await asOwner("sh", ["-c", removal]);
  await asOwner("mkdir", ["-m", "700", first.data]);
  render(first, { RESTORE_TO: noted.moment });
  first.patroni.start();
  await until("the restored machine leads", async () => (await cluster.leader()) === first, 120);
  for (const { patroni } of others) patroni.start();
  for (const service of [...webs, jobs]) service.start();
  // HAProxy sends requests to a process only after it has seen it healthy.
  await until("a restored page responds", async () => Boolean(await getPage(origin, "/")), 60);
  await checkRestored(origin, noted);
  const took = (Date.now() - since) / 1_000;
  await whole();
  await backup("--type=full", "backup");
  render(first);
  console.log(`  restored the cluster in ${folder} to ${noted.moment} in ${took.toFixed()} s`);
  return took;
}

/** Another machine wouldn't take CPU time from this one, so what stands in for it runs at the lowest priority. */
const lowest = 19;

/** Restores into a new folder, as on another machine. */
async function restore(cluster: Cluster, moment: string) {
  const { folder, own, account, asOwner, restoredPort, leader } = cluster;
  const home = join(folder, `restored-${randomUUID()}`);
  const data = join(home, "data");
  for (const path of [home, data]) {
    mkdirSync(path, { mode: 0o700 });
    own(path);
  }
  const config = join((await leader()).folder, "pgbackrest.conf");
  await asOwner("nice", [
    ...["-n", String(lowest), "pgbackrest"],
    ...["--config", config, "--stanza=matchcut", "--pg1-path", data, "--type=time", "--target", moment],
    ...["--target-action=promote", "restore"],
  ]);
  cpSync(join(folder, "files"), join(home, "files"), { recursive: true });
  const settings = { port: restoredPort, unix_socket_directories: home, archive_mode: "off" };
  // The restored configuration names standbys, and commits would wait for them.
  const flags = Object.entries({ ...settings, listen_addresses: "127.0.0.1", synchronous_standby_names: "" });
  const database = new Service(
    "postgres",
    [
      join(postgresBin, "postgres"),
      "-D",
      data,
      ...flags.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    home,
    undefined,
    account,
  );
  database.start();
  setPriority(database.pid, lowest);
  const url = cluster.urlOf(restoredPort);
  await until(
    "the restored database is writable",
    () =>
      withClient(url, async (client) => {
        const { rows } = await client.query("SELECT pg_is_in_recovery() AS recovering");
        return !rows[0].recovering;
      }),
    120,
  );
  const product = cluster.connectedTo("restored", restoredPort + 1, url, { DATA_DIR: join(home, "files") });
  product.start();
  setPriority(product.pid, lowest);
  await until("the restored product responds", () => cluster.healthOf(product), 120);
  return { database, product };
}

const makePicture = async () =>
  new Blob(
    [
      await sharp({ create: { width: 320, height: 180, channels: 3, background: "#1030c0" } })
        .png()
        .toBuffer(),
    ],
    { type: "image/png" },
  );

async function sendMessage(origin: string, cookie: string, content: string, picture?: Blob): Promise<void> {
  const form = new FormData();
  form.append("messageId", randomUUID());
  form.append("content", content);
  if (picture) form.append("file", picture, "still.png");
  const request = new Request(origin, { method: "POST", body: form });
  const { status, body } = await send(origin, paths.conversation(talk), {
    method: "POST",
    headers: {
      Cookie: cookie,
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": request.headers.get("Content-Type") ?? "",
    },
    body: Buffer.from(await request.arrayBuffer()),
  });
  if (status !== 303) throw new Error(`'${content}' was answered with ${status}: ${body}`);
}
