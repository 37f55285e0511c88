import { expect, test } from "vitest";
import { controlsOf } from "../../../../tests/support/page-controls";
import { render } from "../../../../tests/support/rendering";
import type { InviteView } from "../inviting.server";
import { InviteList, Perks, RewardsCard } from "./invitations";
import { Faces, InviteBanner } from "./invite-banner";
import { InviteByMail, WaysToInvite } from "./ways-to-invite";

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

test("people read what an invitation brings, and see who has joined with theirs", () => {
  expect(render(<Perks />).text).toBe(
    "For you: 30 days of priority matching For them: a 7-day profile boost At 5 people: the Growth Champion badge",
  );
  const faces = [
    { name: "Ann Lee", avatarUrl: null },
    { name: "Bo", avatarUrl: "/faces/bo" },
  ];
  const banner = render(<InviteBanner joined={{ rewarded: 2, faces }} />);
  expect(banner.text).toBe(
    "AL Grow your network, earn rewards 30 days of priority matching for everyone you bring in.",
  );
  expect(banner.links).toEqual(["Grow your network, earn rewards: /invite"]);
  expect(banner.html).toContain('src="/faces/bo-96.webp"');
  expect(render(<Faces joined={null} />).html).toBe("");
  expect(render(<Faces joined={{ rewarded: 2, faces: [] }} />).html).toBe("");
});

const ways = (tab: "email" | "social" | undefined, link: string | undefined, onSelect?: () => void) =>
  render(
    <WaysToInvite {...{ tab, link, onSelect }} noLink={<p>No link yet.</p>} byMail={<p>By email.</p>} />,
  );

test.each<["email" | "social" | undefined, string | undefined, string, string]>([
  [undefined, undefined, "Copy Link", "No link yet."],
  [
    undefined,
    "https://x.test/i/1",
    "Copy Link",
    "Your invite link Send it to anyone who'd be a good fit. There's no limit on how many people can use it.",
  ],
  ["email", undefined, "Email", "By email."],
  ["email", "https://x.test/i/1", "Email", "By email."],
  ["social", undefined, "Social", "No link yet."],
  [
    "social",
    "https://x.test/i/1",
    "Social",
    "Opens the network with your link filled in. Nothing is posted until you post it there. Facebook (opens in a new tab) Twitter (opens in a new tab) LinkedIn (opens in a new tab) SMS",
  ],
])("each way to invite shows only its own part: %s with the link %s", (tab, link, current, words) => {
  const { html, text, links } = ways(tab, link);
  expect(text).toBe(`Copy Link Email Social ${words}`);
  expect(links.slice(0, 3)).toEqual([
    "Copy Link: /invite",
    "Email: /invite?tab=email",
    "Social: /invite?tab=social",
  ]);
  expect(/aria-current="page">([^<]*)/.exec(html)?.[1]).toBe(current);
  if (tab === undefined && link) expect(html).toMatch(/<input[^>]* value="https:\/\/x.test\/i\/1"/);
});

test("in the dialog, the current way isn't a page; networks open in a tab of their own, and a text message doesn't", () => {
  expect(ways("email", undefined, () => {}).html).toContain('aria-current="true"');
  const { html } = ways("social", "https://x.test");
  expect(html.match(/target="_blank" rel="noopener noreferrer"/g)).toHaveLength(3);
  expect(/<a[^>]*href="sms:[^>]*>/.exec(html)?.[0]).not.toContain("target");
});

test("an invitation by email goes to one address, and a refused one comes back with the reason", () => {
  const shown = render(<InviteByMail result={undefined} />);
  expect(shown.text).toBe(
    "Their email address We email each address once, with your name but no message. Up to 10 a day and 100 in all. Send",
  );
  const [field, send] = controlsOf(shown.html);
  expect([field?.name, send?.form?.action]).toEqual(["email", "/invite?tab=email"]);
  expect(shown.html).toContain('<form method="post" action="/invite?tab=email" class="stack" id="invite"');
  const refused = render(
    <InviteByMail result={{ initialValue: { email: "ann" }, error: { email: ["Not an address"] } }} />,
  );
  expect(refused.text).toMatch(/^Invitation not sent Not an address Their email address .*Not an address/);
  expect(controlsOf(refused.html).find(({ name }) => name === "email")?.value).toBe("ann");
});
