import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import WebSocket from "ws";
import type { TextBrowser } from "./text-browsers";

/** A DOM node as WebDriver BiDi returns it. */
interface BidiNode {
  sharedId?: string;
  value?: {
    nodeValue?: string;
    localName?: string;
    attributes?: Record<string, string>;
    children?: BidiNode[];
  };
}

type Send = <Result = unknown>(method: string, params: object) => Promise<Result>;

const preferences = [
  ["javascript.enabled", false],
  ["browser.shell.checkDefaultBrowser", false],
  ["datareporting.policy.dataSubmissionEnabled", false],
  ["app.update.enabled", false],
];

/**
 * Opens Firefox with script turned off, and drives it over its built-in WebDriver BiDi. This needs neither Playwright's
 * Firefox nor geckodriver.
 */
export async function openFirefox(program: string): Promise<TextBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "matchcut-firefox-"));
  await writeFile(
    join(profile, "user.js"),
    preferences.map(([name, value]) => `user_pref("${name}", ${value});\n`).join(""),
  );
  const firefox = spawn(
    program,
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const socket = new WebSocket(`${await addressOf(firefox.stderr)}/session`);
  await once(socket, "open");
  const send = openSession(socket);
  await send("session.new", { capabilities: {} });
  // Doesn't wait for the load event, because the stream in a thread's live frame never finishes loading.
  await send("session.subscribe", { events: ["browsingContext.domContentLoaded"] });
  const { contexts } = await send<{ contexts: { context: string }[] }>("browsingContext.getTree", {});
  const context = contexts[0]?.context ?? "";
  // A window this tall shows a whole page, so clicks never need to scroll first.
  await send("browsingContext.setViewport", { context, viewport: { width: 1280, height: 5000 } });

  const open = (url: string) => send("browsingContext.navigate", { context, url, wait: "interactive" });
  const locate = async (value: string) => {
    const found = await send<{ nodes: BidiNode[] }>("browsingContext.locateNodes", {
      context,
      locator: { type: "css", value },
      serializationOptions: { maxDomDepth: 40 },
    });
    return found.nodes;
  };
  const byText = async (css: string, words: string) => {
    const found = (await locate(css)).filter((node) => textOf(node) === words).at(-1);
    if (!found) throw new Error(`no '${words}' on the page`);
    return found;
  };
  const click = ({ sharedId }: BidiNode) =>
    send("input.performActions", {
      context,
      actions: [
        {
          type: "pointer",
          id: "mouse",
          actions: [
            { type: "pointerMove", x: 0, y: 0, origin: { type: "element", element: { sharedId } } },
            { type: "pointerDown", button: 0 },
            { type: "pointerUp", button: 0 },
          ],
        },
      ],
    });
  const type = (text: string) =>
    send("input.performActions", {
      context,
      actions: [
        {
          type: "key",
          id: "keyboard",
          actions: [
            // Presses Control+A, so that typing replaces the field's text.
            ...["\uE009", "a"].map((value) => ({ type: "keyDown", value })),
            ...["a", "\uE009"].map((value) => ({ type: "keyUp", value })),
            ...[...text].flatMap((value) => [
              { type: "keyDown", value },
              { type: "keyUp", value },
            ]),
          ],
        },
      ],
    });

  return {
    async read(address) {
      await open(address);
      const [body] = await locate("body");
      return body ? textOf(body) : "";
    },
    async act(address, press, fields = {}) {
      await open(address);
      for (const [label, value] of Object.entries(fields)) {
        const id = (await byText("label", label)).value?.attributes?.for;
        const [field] = await locate(`[id="${id}"]`);
        if (!field) throw new Error(`no field '${label}'`);
        await click(field);
        await type(value);
      }
      const arrived = arrival(socket, context);
      await click(await byText("main a, main button", press));
      await arrived;
    },
    async close() {
      socket.close();
      firefox.kill();
      if (firefox.exitCode === null) await once(firefox, "exit");
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function addressOf(stderr: NodeJS.ReadableStream): Promise<string> {
  return new Promise((found) => {
    stderr.on("data", (chunk) => {
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(String(chunk)) ?? [];
      if (address) found(address);
    });
  });
}

function openSession(socket: WebSocket): Send {
  let count = 0;
  const waiting = new Map<number, (answer: { type: string; message: string; result: never }) => void>();
  socket.on("message", (text) => {
    const answer = JSON.parse(String(text));
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  return (method, params) =>
    new Promise((done, failed) => {
      count += 1;
      waiting.set(count, (answer) => {
        if (answer.type === "error") failed(new Error(`${method}: ${answer.message}`));
        else done(answer.result);
      });
      socket.send(JSON.stringify({ id: count, method, params }));
    });
}

function arrival(socket: WebSocket, context: string): Promise<void> {
  return new Promise((arrived) => {
    const listen = (text: WebSocket.RawData) => {
      const event = JSON.parse(String(text));
      if (event.method !== "browsingContext.domContentLoaded" || event.params.context !== context) return;
      socket.off("message", listen);
      arrived();
    };
    socket.on("message", listen);
  });
}

function textOf({ value }: BidiNode): string {
  const pieces = (node: BidiNode): string =>
    /^(script|style|svg)$/.test(node.value?.localName ?? "")
      ? ""
      : (node.value?.nodeValue ?? (node.value?.children ?? []).map(pieces).join(""));
  return pieces({ value }).replace(/\s+/g, " ").trim();
}
