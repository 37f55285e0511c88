import { expect, test } from "vitest";
import { render } from "../../../../tests/support/rendering";
import { LimitNotice } from "./limit-notice";
import { PlanBadge } from "./plan-line";
import { UsageBar } from "./usage-bar";

const bar = (use: Parameters<typeof UsageBar>[0]["use"]) =>
  render(<UsageBar use={use} resets="It never resets." />);
const percentOf = (html: string) => /<progress[^>]* value="([^"]*)"/.exec(html)?.[1];

test.each<[Parameters<typeof UsageBar>[0]["use"], string, string | undefined, string[]]>([
  [{ kind: "swipe", used: 3, limit: 4 }, "3 of 4 swipes today It never resets.", "75", []],
  [{ kind: "message", used: 1, limit: 1 }, "1 of 1 message It never resets.", "100", []],
  [{ kind: "message", used: 1, limit: null }, "1 message, unlimited", undefined, []],
  [{ kind: "match", used: 7, limit: null }, "7 matches, unlimited", undefined, []],
  [
    { kind: "save", used: 0, limit: 5 },
    "0 of 5 favorites It never resets. See your favorites",
    "0",
    ["See your favorites: /saved"],
  ],
  [
    { kind: "post", used: 0, limit: null },
    "0 active posts, unlimited View your projects",
    undefined,
    ["View your projects: /projects"],
  ],
])(
  "a meter says how much of a limit is used, when it resets, and where the used ones are: %j",
  (use, words, percent, links) => {
    const shown = bar(use);
    expect(shown.text).toBe(words);
    expect(percentOf(shown.html)).toBe(percent);
    expect(shown.links).toEqual(links);
  },
);

test("the bar is full if the plan allows none, as it is once everything is used", () => {
  expect(percentOf(bar({ kind: "save", used: 5, limit: 5 }).html)).toBe("100");
  expect(percentOf(bar({ kind: "save", used: 0, limit: 0 }).html)).toBe("100");
});

test("a reached limit offers plans, from which people return to this page, and a way on", () => {
  const shown = render(
    <LimitNotice title="Limit Reached" continueTo="/matches">
      It resets soon.
    </LimitNotice>,
    undefined,
    { at: "/messages/new?to=1" },
  );
  expect(shown.text).toBe("Limit Reached It resets soon. See Pricing Options Continue with Limitations");
  expect(shown.links).toEqual([
    "See Pricing Options: /pricing?from=%2Fmessages%2Fnew%3Fto%3D1",
    "Continue with Limitations: /matches",
  ]);
});

test("the badge of a plan with Pro's features stands out", () => {
  const tones = (["free", "pay_per_post", "pro", "agency"] as const).map((plan) => {
    const badge = render(<PlanBadge plan={{ plan } as Parameters<typeof PlanBadge>[0]["plan"]} />);
    return `${/tone-(\w+)/.exec(badge.html)?.[1]}: ${badge.text}`;
  });
  expect(tones).toEqual(["neutral: Free Tier", "neutral: Pay-Per-Post", "positive: Pro", "positive: Agency"]);
});
