import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { ZipFile } from "yazl";
import { fittedName, packedName, plainName, titleOfFile } from "./file-name";

const bytesOf = (text: string) => Buffer.byteLength(text);
const family = "👨‍👩‍👧‍👦";

test.each([
  ["first-light_2.jpg", "First light 2"],
  ["Cover v1.2 (final).webp", "Cover v1.2 (final)"],
  ["река.png", "Река"],
  ["თბილისი.png", "თბილისი"],
  [".png", ""],
  ["", ""],
])("the title of a file called %j is %j", (name, title) => {
  expect(titleOfFile(name)).toBe(title);
});

test.each([
  ['Say "cheese".zip', 'Say "cheese".zip'],
  ["می\u200cخواهم.pdf", "می\u200cخواهم.pdf"],
  [`${family} trip.mov`, `${family} trip.mov`],
  ["cafe\u0301.pdf", "caf\u00e9.pdf"],
  ["two  spaces, 100% [final] (2).txt", "two  spaces, 100% [final] (2).txt"],
  ["C:\\\\fakepath\\\\cut.mp4", "cut.mp4"],
  ["../../etc/passwd", "passwd"],
  ["..\\..\\cut.mp4", "cut.mp4"],
  ["\\\\server\\share\\cut.mp4", "cut.mp4"],
  ["AC\\DC, live.mp3", "AC\\DC, live.mp3"],
  ["photo\u202egpj.exe", "photogpj.exe"],
  ["a\u200b\u3164b\r\n\u0000.txt", "ab.txt"],
])("%j is kept as %j", (typed, name) => expect(plainName(typed)).toBe(name));

test.each([
  ["Ж".repeat(200), ".pdf"],
  [family.repeat(60), ".mov"],
  ["किताब ".repeat(60), ".tar"],
  ["x".repeat(400), ".docx"],
  ["e\u0301\u0323".repeat(100), ""],
])("the name %s… is cut to fit, with its suffix %s", (stem, suffix) => {
  const name = plainName(stem + suffix);
  expect([name.length <= 200, bytesOf(name) <= 255, name.endsWith(suffix)]).toEqual([true, true, true]);
  const kept = name.slice(0, name.length - suffix.length);
  expect(stem.normalize("NFC").startsWith(kept)).toBe(true);
  expect(bytesOf(name)).toBeGreaterThan(150);
  if (stem.startsWith(family)) expect(kept.length % family.length).toBe(0);
});

test("a file name in a copy of someone's data fits, too, and works on Windows", () => {
  const id = "0199b3c0-5a1e-7c3a-9d50-1f2e3d4c5b6a-";
  const name = packedName(id, `${"Ж".repeat(200)}.pdf`, "pdf");
  expect([bytesOf(name) <= 255, name.startsWith(`${id}Ж`), name.endsWith("Ж.pdf")]).toEqual([
    true,
    true,
    true,
  ]);
  expect(packedName("1-", 'Say "cheese": 1/2?.zip', "bin")).toBe("1-Say _cheese__ 1_2_.bin");
  expect(packedName("1-", "می\u200cخواهم é.pdf", "pdf")).toBe("1-می\u200cخواهم é.pdf");
  expect(packedName("1-", "", "webp")).toBe("1-file.webp");
});

test("a name without a suffix is just cut", () => {
  expect(fittedName("a".repeat(300))).toBe("a".repeat(200));
});

const hasUnzip = process.env.PATH?.split(":").some((folder) => existsSync(join(folder, "unzip")));

test.runIf(hasUnzip)("unzip extracts a long Cyrillic name", async () => {
  const folder = mkdtempSync(join(tmpdir(), "matchcut-names-"));
  try {
    const name = packedName(`${randomUUID()}-`, `${"Ж".repeat(200)}.pdf`, "pdf");
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from("text"), `files/${name}`);
    zip.end();
    writeFileSync(join(folder, "copy.zip"), await buffer(zip.outputStream));
    execFileSync("unzip", ["-q", "copy.zip"], { cwd: folder, env: { ...process.env, LC_ALL: "C.UTF-8" } });
    expect(readdirSync(join(folder, "files"))).toEqual([name]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a file's title ends with a whole character", () => {
  expect(titleOfFile(`${"a".repeat(98)}👩‍💻.jpg`, 100)).toBe(`A${"a".repeat(97)}`);
});
