import { expect, test } from "vitest";
import { csvCell, csvResponse } from "./text-response.server";

test.each([
  ["plain", "plain"],
  ["=1+1", "'=1+1"],
  ["+49 30", "'+49 30"],
  ["-5", "'-5"],
  ["a\t=1+1", '"a\t=1+1"'],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["-anna.s@example.com", "-anna.s@example.com"],
  ["+anna@example.com", "+anna@example.com"],
  ["-1+1@example.com", "'-1+1@example.com"],
  ["=anna@example.com", "'=anna@example.com"],
  ["-anna@example.com\n=1", '"\'-anna@example.com\n=1"'],
  ["-HYPERLINK(1)@example.com", "'-HYPERLINK(1)@example.com"],
  [" -anna@example.com", "' -anna@example.com"],
  ["\t=1", '"\'\t=1"'],
  ['\r=1,"x"', '"\'\r=1,""x"""'],
  ["two, words", '"two, words"'],
  ['a "quoted" word', '"a ""quoted"" word"'],
  ["two\nlines", '"two\nlines"'],
  // Where the comma separates decimals, spreadsheets split cells at semicolons.
  ["a;=1+1", '"a;=1+1"'],
  ["\u0001=1+1", "'\u0001=1+1"],
  ["-anna@example.com;=1", '"\'-anna@example.com;=1"'],
  ["\u200b=1+1", "'\u200b=1+1"],
  ["\ufeff\u2060 +1", "'\ufeff\u2060 +1"],
  ["\u3164@SUM(A1)", "'\u3164@SUM(A1)"],
  ["＝1+1", "'＝1+1"],
  ["＋1", "'＋1"],
  ["－1", "'－1"],
  ["＠SUM(A1)", "'＠SUM(A1)"],
  ["a=b", "a=b"],
  ["\u200bplain", "\u200bplain"],
])("%j becomes the cell %j", (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

async function* countTo(last: number, read: { count: number; isOver?: boolean }) {
  try {
    for (let number = 1; number <= last; number += 1) {
      read.count = number;
      yield [String(number), "-"];
    }
  } finally {
    read.isOver = true;
  }
}

const get = new Request("https://matchcut.test/");

test("sends all rows, and reads them only as fast as the client does", async () => {
  const read = { count: 0, isOver: false };
  const whole = csvResponse(get, "numbers", ["Number", "Sign"], countTo(1_200, read));
  expect(whole.headers.get("Content-Disposition")).toBe('attachment; filename="numbers.csv"');
  // text() drops the byte order mark.
  const lines = (await whole.text()).split("\r\n");
  expect([lines[0], lines[1], lines.length, lines.at(-1)]).toEqual(["Number,Sign", "1,'-", 1_202, ""]);

  read.isOver = false;
  const begun = csvResponse(get, "numbers", ["Number", "Sign"], countTo(100_000, read)).body?.getReader();
  await begun?.read();
  expect(read.isOver).toBe(false);
  await begun?.cancel();
  expect(read.count).toBeLessThan(2_000);
  expect(read.isOver, "lets go of what it reads from").toBe(true);
});

test("aborts the response if reading fails midway", async () => {
  async function* failing() {
    yield ["1"];
    throw new Error("the database is away");
  }
  await expect(csvResponse(get, "numbers", ["Number"], failing()).text()).rejects.toThrow();
});
