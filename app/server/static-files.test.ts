import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { staticFiles } from "./static-files.server";

test("if a file has disappeared since startup, only its own request fails", async () => {
  const folder = await mkdtemp(join(tmpdir(), "matchcut-static-"));
  await mkdir(join(folder, "assets"));
  for (const file of ["assets/gone.js", "assets/kept.js", "gone.txt"])
    await writeFile(join(folder, file), "1");
  const serve = staticFiles(folder);
  const server = createServer((request, response) =>
    serve(request, response, () => response.writeHead(404).end(request.url)),
  );
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const at = (path: string) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  try {
    await rm(join(folder, "assets/gone.js"));
    await rm(join(folder, "gone.txt"));
    for (const path of ["/assets/gone.js", "/gone.txt"])
      await expect(at(path).then((reply) => reply.text())).rejects.toThrow();
    expect(await (await at("/assets/kept.js")).text()).toBe("1");
    expect(await (await at("/assets/never.js")).text()).toBe("/assets/never.js");
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
});
