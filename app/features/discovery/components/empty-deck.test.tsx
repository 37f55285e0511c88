import { expect, test } from "vitest";
import { render } from "../../../../tests/support/rendering";
import { noFilter } from "../deck-filter";
import { EmptyDeck } from "./empty-deck";
import { HeldMatches } from "./held-matches";

const people = { people: 0, isMore: false, looked: 1_000, further: null };

test("an empty deck says why it's empty, and what to do next", () => {
  const shown = (
    state: Parameters<typeof EmptyDeck>[0]["state"],
    left: Partial<typeof people> | { further: number } = {},
    from: number | null = null,
  ) =>
    render(
      <EmptyDeck
        state={state}
        isContributor={false}
        filter={{ ...noFilter, from }}
        people={{ ...people, ...left } as Parameters<typeof EmptyDeck>[0]["people"]}
      />,
    );
  expect(shown("empty").text).toContain(
    "No service providers available right now. New people show up here as they join, and people you passed on may come back after 30 days. View Matches",
  );
  expect(shown("no-overlap").text).toMatch(/No one fits yet .* Update My Profile$/);
  expect(shown("none-fit").text).toMatch(
    /No one fits yet No more service providers fit these filters\..* Clear filters$/,
  );
  const further = shown("searching", { further: 7 });
  expect(further.text).toMatch(
    /Keep looking\? No service providers fit so far\. We looked at the newest 1,000 people\. Keep looking Clear filters$/,
  );
  expect(further.html).toMatch(/href="\/discover\?[^"]*from=7[^"]*"[^>]*>Keep looking/);
  expect(shown("searching", { further: 9 }, 7).text).toContain("We looked at 1,000 more people.");
});

test("Likes that wait for room say whose plan has none, and how many more there are", () => {
  const person = { personId: "p", name: "Hana", avatarUrl: null };
  const shown = (count: number, resets: string | null) =>
    render(<HeldMatches held={{ people: [person], count }} resets={resets} isMain={false} />);
  const { text: own, links } = shown(1, "It resets soon.");
  expect(own).toMatch(/Your plan doesn't have room for another match\. It resets soon\. .*room on your plan/);
  expect(links).toContain("See Pricing Options: /pricing?from=%2Fmatches");
  expect(own).not.toContain("And ");
  const theirs = shown(2, null).text;
  expect(theirs).toMatch(/their plans don't have room .*room on their plan And 1 more\./);
  expect(theirs).not.toContain("See Pricing Options");
  expect(shown(3, null).text).toContain("And 2 more.");
});
