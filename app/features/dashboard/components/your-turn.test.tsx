import { expect, test } from "vitest";
import { render } from "../../../../tests/support/rendering";
import type { Turn } from "../home.server";
import { Likers } from "./likers";
import { YourTurn } from "./your-turn";

/** In New York, it's still November 30. */
const clock = { zone: "America/New_York", now: Date.parse("2026-12-01T04:00:00Z") };
const turn = (change: Partial<Turn>): Turn => ({
  ...{ kind: "news", to: "/there", faces: [], title: "Some news", text: "", at: "2026-12-01T03:00:00Z" },
  ...change,
});
const shown = (turns: Turn[] | null) => render(<YourTurn turns={turns} />, clock).text;

test("a project's expiry is counted in the reader's days", () => {
  const expires = (at: string) => shown([turn({ kind: "expiring", title: "", at })]);
  expect(expires("2026-12-01T04:30:00Z")).toContain("A project expires today Today");
  expect(expires("2026-12-01T05:30:00Z")).toContain("A project expires tomorrow Dec 1");
  expect(expires("2026-12-03T04:30:00Z")).toContain("A project expires in 2 days Dec 2");
});

test("what's waiting says when, and whether a conversation is unread or a request", () => {
  expect(shown([turn({})])).toMatch(/Some news 10:00 PM$/);
  expect(shown([turn({ kind: "talk", text: "Hello" })])).toMatch(/Some news Hello 10:00 PM Unread$/);
  expect(shown([turn({ kind: "talk", badge: "Request" })])).toMatch(/10:00 PM Request$/);
  expect(shown([])).toContain("Nothing right now. Find the next person to work with");
  expect(shown(null)).toContain("We couldn't load what's waiting for you. Try Again");
});

test("the heading above small cards counts the people who like the member, up to nine", () => {
  const mini = { personId: "p", name: "Ann", avatarUrl: null, line: "Editor", pictures: [], title: "" };
  const heading = (likes: number, who: "people" | "creators", likesYou = true) =>
    /<h2[^>]*>([^<]*)/.exec(
      render(<Likers minis={[{ ...mini, likesYou }]} likes={likes} who={who} />).html,
    )?.[1];
  expect([heading(1, "people"), heading(1, "creators")]).toEqual([
    "1 person likes you",
    "1 creator likes you",
  ]);
  expect([heading(9, "people"), heading(10, "creators")]).toEqual([
    "9 people like you",
    "9+ creators like you",
  ]);
  // The number and the cards are read separately, so a Like may be missing from the number.
  expect(heading(0, "people")).toBe("1 person likes you");
  expect(heading(0, "people", false)).toBe("Next in Discover");
});
