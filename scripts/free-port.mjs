// Plain JavaScript without dependencies, because it runs before anything is installed.
import { once } from "node:events";
import { createServer } from "node:net";

/** Finds a port that no program is listening on. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}

/** Exits with an explanation if PORT (3000 by default) is taken. */
export async function checkPort() {
  const port = Number(process.env.PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    console.error(`PORT is ${process.env.PORT}. It has to be a number from 1 to 65535.`);
    process.exit(1);
  }
  for (const host of [undefined, "127.0.0.1"]) {
    const server = createServer();
    const refusal = await new Promise((done) => {
      server.once("error", done);
      server.listen({ port, host }, () => server.close(() => done(undefined)));
    });
    if (!refusal) continue;
    const code = /** @type {NodeJS.ErrnoException} */ (refusal).code;
    const why = code === "EADDRINUSE" ? "is in use by another program" : `isn't available (${code})`;
    console.error(
      `Port ${port} ${why}. Stop that program, or choose another port: PORT=${port + 1} npm run demo`,
    );
    process.exit(1);
  }
}
