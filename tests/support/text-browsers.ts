import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { controlsOf, type PageControl } from "./page-controls";

/** A text browser with its own cookies. Tests use its interface as people do. */
export interface TextBrowser {
  read(address: string): Promise<string>;
  /** Fills in fields by their labels, and presses the button or follows the link with this text. */
  act(address: string, press: string, fields?: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

async function run(program: string, args: string[], env: Record<string, string>): Promise<string> {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), 60_000);
  let text = "";
  for await (const chunk of child.stdout) text += chunk;
  clearTimeout(timer);
  return text;
}

function find(controls: PageControl[], words: string): PageControl {
  const found = controls.filter((control) => control.words === words);
  // The first may be the hidden submit button for the Enter key.
  const last = found.at(-1);
  if (!last) throw new Error(`no '${words}' among ${controls.map((control) => control.words).join(", ")}`);
  return last;
}

/** Drives lynx with the keyboard. Tab moves between controls in source order. */
export async function openLynx(): Promise<TextBrowser> {
  const folder = await mkdtemp(join(tmpdir(), "matchcut-lynx-"));
  const [config, cookies, keys] = ["lynx.cfg", "cookies", "keys"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  // lynx would otherwise pause for several seconds at its status messages, which no one reads here.
  const pauses = ["INFOSECS", "MESSAGESECS", "ALERTSECS"].map((name) => `${name}:0\n`).join("");
  await writeFile(
    config,
    `PERSISTENT_COOKIES:TRUE\nACCEPT_ALL_COOKIES:TRUE\nCOOKIE_FILE:${cookies}\nCOOKIE_SAVE_FILE:${cookies}\n${pauses}`,
  );
  const lynx = (...args: string[]) =>
    run("lynx", [`-cfg=${config}`, ...args], { TERM: "vt100", LINES: "500", COLUMNS: "120" });
  return {
    read: (address) => lynx("-dump", "-nolist", "-width=120", address),
    async act(address, press, fields = {}) {
      const controls = controlsOf(await lynx("-source", address));
      const script: string[] = [];
      let place = 0;
      const goTo = (control: PageControl) => {
        const at = controls.indexOf(control);
        if (at < place) throw new Error(`'${control.words}' comes before a field that's already filled in`);
        script.push(...Array<string>(at - place).fill("<tab>"));
        place = at;
      };
      for (const [label, value] of Object.entries(fields)) {
        goTo(find(controls, label));
        script.push("^U", ...[...value].map((sign) => (sign === " " ? "<space>" : sign)));
      }
      goTo(find(controls, press));
      script.push("^J", "q", "y");
      await writeFile(keys, script.map((key) => `key ${key}\n`).join(""));
      await lynx(`-cmd_script=${keys}`, address);
    },
    close: () => rm(folder, { recursive: true }),
  };
}

/** w3m can't be controlled by keys from a script, so this reads its page and posts what the page's form would. */
export async function openW3m(): Promise<TextBrowser> {
  const folder = await mkdtemp(join(tmpdir(), "matchcut-w3m-"));
  // With -dump_source, w3m doesn't decompress pages, so they must not be compressed.
  const options = ["-cookie", "-cols", "120", "-o", "accept_encoding=identity"];
  const w3m = (...args: string[]) => run("w3m", [...options, ...args], { HOME: folder });
  return {
    read: (address) => w3m("-dump", address),
    async act(address, press, fields = {}) {
      const controls = controlsOf(await w3m("-dump_source", address));
      const pressed = find(controls, press);
      if (pressed.href !== undefined) {
        await w3m("-dump", new URL(pressed.href, address).href);
        return;
      }
      const body = new URLSearchParams(pressed.form?.hidden);
      for (const [label, value] of Object.entries(fields)) body.set(find(controls, label).name ?? "", value);
      if (pressed.name) body.set(pressed.name, pressed.value ?? "");
      const file = join(folder, "body");
      await writeFile(file, body.toString());
      await w3m("-post", file, "-dump", new URL(pressed.form?.action || address, address).href);
    },
    close: () => rm(folder, { recursive: true }),
  };
}
