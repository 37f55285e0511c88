import { expect, test } from "vitest";
import { render } from "../../../../tests/support/rendering";
import type { InviteView } from "../inviting.server";
import { InviteList, RewardsCard } from "./invitations";

const invite = (state: InviteView["state"], change: Partial<InviteView> = {}): InviteView => ({
  ...{
    id: state,
    at: "2026-11-20T12:00:00Z",
    state,
    masked: "a…@example.com",
    name: "Ann",
    profileId: "ann",
  },
  ...change,
});

test("an emailed invitation shows only its masked address, and one that worked shows who joined, if they can be seen", () => {
  const invites = [
    invite("sent"),
    invite("joined"),
    invite("confirmed", { profileId: null }),
    invite("rewarded", { name: null }),
  ];
  const { html, text } = render(<InviteList invites={invites} />);
  expect(text).toMatch(
    /^a…@example\.com Nov 20, 2026 Sent Ann Nov 20, 2026 Joined Ann Nov 20, 2026 Confirmed Someone who joined with your link Nov 20, 2026 Rewarded What these mean/,
  );
  expect(html.match(/href="[^"]*"/g)).toEqual(['href="/profile/ann"']);
  expect(text).toContain("Rewarded: you both got your reward.");
  expect(text).toContain("Joined: they have an account.");
  expect(text).toContain("Not counted: they share your browser, email address or payment card");
  expect(render(<InviteList invites={[]} />).text).toContain("No invitations yet");
});

test("the rewards say until when each lasts, and how far the badge is", () => {
  const none = { priorityUntil: null, boostUntil: null, rewarded: 4, isChampion: false };
  const shown = (change: Partial<Parameters<typeof RewardsCard>[0]["rewards"]>) =>
    render(<RewardsCard rewards={{ ...none, ...change }} />).text;
  expect(shown({})).toMatch(/^Rewards 4 of \d+ people to /);
  const both = shown({ priorityUntil: "2026-12-01T12:00:00Z", boostUntil: "2026-12-09T12:00:00Z" });
  expect(both).toMatch(/Priority matching .* until December 1, 2026 \. Boosted .* until December 9, 2026 \./);
  expect(shown({ isChampion: true, rewarded: 12 })).toMatch(
    /12 people joined with your invitation\. Your profile shows the badge\./,
  );
});
