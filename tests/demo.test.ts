import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { adminPaths } from "~/admin-paths";
import { networkLink } from "~/features/profiles/network-links";
import type { LinkKey } from "~/features/profiles/profile";
import { profileSections } from "~/features/profiles/sections";
import { paths } from "~/paths";
import { demoLogins, demoPassword } from "../prisma/seed/logins";
import { readWorld } from "../prisma/seed/world";
import { freePort } from "../scripts/free-port.mjs";
import { as, sendTo } from "./support/request";
import { press } from "./support/submitting";

const accepts = (host: string, port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect({ host, port, timeout: 1_000 }, () => done(true));
    for (const event of ["error", "timeout"]) socket.on(event, () => done(false));
    socket.on("connect", () => socket.destroy());
  });

test("the demo listens only on this machine, and its people can sign in and meet", async () => {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "matchcut-demo-"));
  const { HOST: _, APP_URL: __, ...env } = process.env;
  const demo = spawn(process.execPath, ["--import", "tsx", "scripts/demo.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...env, PORT: String(port), DATA_DIR: folder },
  });
  let printed = "";
  demo.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  const ended = once(demo, "exit");
  try {
    await vi.waitFor(() => expect(printed).toContain("Matchcut is ready"), {
      timeout: 100_000,
      interval: 100,
    });
    for (const email of Object.values(demoLogins)) expect(printed).toContain(email);
    // All of 127.0.0.0/8 is this machine, so a server that listens on every interface would accept on 127.0.0.2, too.
    expect([await accepts("127.0.0.1", port), await accepts("127.0.0.2", port)]).toEqual([true, false]);

    sendTo(`http://127.0.0.1:${port}`);
    const signIn = async (email: string) => {
      const browser = as(null);
      const account = { Email: email, Password: demoPassword };
      const reply = await press(browser, paths.login(), "Sign In", account);
      expect([reply.status, reply.location]).toEqual([
        303,
        paths.login({ redirectTo: paths.dashboard(), signedIn: "1" }),
      ]);
      return browser;
    };
    for (const email of [demoLogins.creator, demoLogins.contributor]) {
      const browser = await signIn(email);
      const deck = await browser.get(paths.discover());
      expect(deck.html).toContain('value="like"');
      expect(deck.text).toContain("Likes you");
      expect((await browser.get(paths.matches())).html).toMatch(/href="\/profile\/[0-9a-f-]{36}"/);
      for (const { id: section } of profileSections.creator) {
        const saved = await press(browser, paths.editProfile({ section }), "Save");
        expect([email, section, saved.status]).toEqual([email, section, 303]);
      }
    }
    // Opens the creator's first project, which has an application.
    const owner = await signIn(demoLogins.creator);
    const [, projectId = ""] =
      /href="\/projects\/([0-9a-f-]{36})"/.exec((await owner.get(paths.projects())).html) ?? [];
    expect((await owner.get(paths.project(projectId))).html).toContain(
      `${paths.project(projectId)}/applicants/`,
    );
    const applicant = await signIn(demoLogins.contributor);
    expect((await applicant.get(paths.projects())).html).toMatch(/href="\/projects\/[0-9a-f-]{36}/);
    expect((await applicant.get(paths.project(projectId))).status).toBe(200);
    const shown: Record<string, string> = {};
    for (const browser of [owner, applicant]) {
      const inbox = await browser.get(paths.messages());
      const talks = new Set(
        Array.from(inbox.html.matchAll(/href="(\/messages\/[0-9a-f-]{36})"/g), ([, to = ""]) => to),
      );
      for (const talk of talks)
        for (const [, address = ""] of (await browser.get(talk)).html.matchAll(
          /(?:href|src)="(\/media\/[0-9a-f-]{36}\/(?:file|\d+\.webp))"/g,
        )) {
          const { status, headers } = await browser.get(address);
          shown[`${status} ${headers["content-type"]}`] = address;
        }
    }
    expect(Object.keys(shown).sort()).toEqual(["200 application/pdf", "200 image/webp"]);
    const admin = await signIn(demoLogins.admin);
    expect((await admin.get(adminPaths.waitingContributors())).html).toContain(
      adminPaths.reviewContributor(""),
    );
  } finally {
    demo.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    await rm(folder, { recursive: true, force: true });
  }
}, 150_000);

test("all profile links in the demo are valid in the form that edits them", () => {
  const { contributors, creators } = readWorld();
  const refused = [...contributors, ...creators].flatMap(({ name, links = {} }) =>
    Object.entries(links).filter(([key, url]) => networkLink(key as LinkKey, url) === null && name),
  );
  expect(refused).toEqual([]);
});
