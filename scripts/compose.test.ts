import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { parse } from "yaml";
import { runsAll } from "../tests/support/scope";
import { findOnPath } from "./debian";
import { freePort } from "./free-port.mjs";

interface Service {
  image: string;
  build?: string;
  environment?: Record<string, string | null>;
  volumes?: string[];
}

const read = (file: string) => readFileSync(file, "utf8");
const { services } = parse(read("compose.yaml"), { merge: true }) as { services: Record<string, Service> };
const processes = Object.entries(services).filter(([, { image }]) => image === "matchcut");
const environmentOf = (service: Service) => service.environment ?? {};

test("compose.yaml starts processes for pages and for jobs, which share their files", () => {
  const roles = processes.map(([name, service]) => `${name} ${environmentOf(service).ROLE}`);
  expect(roles).toEqual(["web1 web", "web2 web", "jobs jobs"]);
  expect(new Set(processes.map(([, { volumes }]) => String(volumes)))).toEqual(new Set(["files:/data"]));
});

test("only one service builds the image, because building a second one with the same name would fail", () => {
  expect(processes.filter(([, { build }]) => build).map(([name]) => name)).toEqual(["web1"]);
});

const values = {
  SITE: "matchcut.example",
  POSTGRES_PASSWORD: "c0ffee",
  SESSION_SECRET: "5f1c9e0b7a34d826e1b0f97c3d5a8246c08e7d1f93b65a2e4f70c8d9b1e6a305",
};
const filledIn = (text: string) =>
  text.replace(/\$\{(\w+):[^}]*\}/g, (_, name: keyof typeof values) => values[name]);

test("compose.yaml sets only variables that the server reads, and all those it needs", async () => {
  const source = read("app/platform/env.server.ts");
  const known = [...source.matchAll(/^ {4}([A-Z][A-Z\d_]+):/gm)].map(([, name]) => name);
  for (const [, service] of processes) {
    const given = Object.entries(environmentOf(service));
    expect(known).toEqual(expect.arrayContaining(given.map(([name]) => name)));
    for (const [name, value] of given) if (value !== null) vi.stubEnv(name, filledIn(value));
    // This module throws if a variable that it needs is missing.
    const { env } = await import("~/platform/env.server");
    expect(env).toMatchObject({
      APP_URL: "https://matchcut.example",
      DATABASE_URL: "postgresql://matchcut:c0ffee@postgres/matchcut",
      TRUST_PROXY: 1,
    });
  }
});

test("each image has a full version", () => {
  const images = [
    ...Object.values(services).map(({ image }) => image),
    ...[...read("Dockerfile").matchAll(/^FROM (\S+:\S+)/gm)].map(([, image = ""]) => image),
  ].filter((image) => image !== "matchcut");
  expect(images).toHaveLength(3);
  for (const image of images) expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-|$)/);
});

test("Caddy sends requests to the processes for pages", () => {
  const [, upstreams = ""] = /reverse_proxy ([^{]*) \{/.exec(read("deploy/Caddyfile")) ?? [];
  expect(upstreams.split(" ")).toEqual(["web1:3000", "web2:3000"]);
  expect(read("Dockerfile")).toContain("PORT=3000");
});

describe.skipIf(!runsAll || !findOnPath("caddy"))("Caddy", () => {
  test("accepts its configuration", () => {
    const args = ["validate", "--adapter", "caddyfile", "--config", "deploy/Caddyfile"];
    const { status, stdout, stderr } = spawnSync("caddy", args, {
      encoding: "utf8",
      env: { ...process.env, SITE: "matchcut.example" },
    });
    expect([status, stdout], stderr).toEqual([0, "Valid configuration\n"]);
  });

  test("passes on a page that's still being written, and ends it once its reader has left", async () => {
    const open: ServerResponse[] = [];
    const product = createServer((request, response) => {
      if (request.url === "/healthz") return response.end("ok");
      open.push(response);
      response.write("A conversation stays open.");
    }).listen(0);
    onTestFinished(() => product.closeAllConnections());
    const { port } = product.address() as AddressInfo;
    const site = `http://localhost:${await freePort()}`;
    const config = read("deploy/Caddyfile").replace(/web\d:3000/g, `localhost:${port}`);
    const caddy = spawn("caddy", ["run", "--adapter", "caddyfile", "--config", "-"], {
      stdio: ["pipe", "ignore", "ignore"],
      env: { ...process.env, SITE: site },
    });
    onTestFinished(async () => {
      const stopped = once(caddy, "exit");
      caddy.kill("SIGKILL");
      await stopped;
    });
    caddy.stdin.end(`{\n\tadmin off\n}\n${config}`);
    await expect.poll(() => fetch(`${site}/healthz`).then(({ ok }) => ok)).toBe(true);

    const reader = new AbortController();
    const { body } = await fetch(site, { signal: reader.signal });
    const { value } = (await body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toBe("A conversation stays open.");
    const ended = open.map((response) => once(response, "close"));
    reader.abort();
    expect(await Promise.all(ended)).toHaveLength(1);
  });
});
