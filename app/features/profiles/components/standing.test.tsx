import { expect, test } from "vitest";
import { render } from "../../../../tests/support/rendering";
import { reasonText } from "../review-reasons";
import { NotApproved, Pending } from "./standing";

test("a contributor under review sees how many more samples we look for, and what their profile still lacks", () => {
  const completeness = { percent: 50, missing: [{ label: "Add a photo", to: "/photo" }], done: ["Services"] };
  const shown = (samples: number) => render(<Pending completeness={completeness} samples={samples} />);
  const two = shown(2);
  expect(two.text).toMatch(
    /Services \(done\) Add one more sample\. We look for at least 3 Add: .* Add a photo Add: Add a photo/,
  );
  expect(two.html).toMatch(/href="\/profile\/work\/new"[^>]*>Add work/);
  expect(shown(1).text).toContain("Add 2 more samples.");
  // Without any sample, the profile's own list asks for the first one.
  expect(shown(0).text).not.toMatch(/more sample/);
  const enough = shown(3);
  expect(enough.text).not.toMatch(/more sample/);
  expect(enough.html).toMatch(/href="\/photo"[^>]*>Your work/);
  expect(render(<Pending completeness={null} samples={0} />).text).not.toContain("While you wait");
});

test("a contributor who wasn't approved sees each reason with its remedy, then the reviewer's words", () => {
  const rejection = {
    reason: reasonText({ pick: ["samples", "place"], reason: "Nice cuts.\nMore of them." }),
    ...{ asksChanges: false, reviewedAt: "2026-11-20T12:00:00Z" },
  };
  const shown = (given: Parameters<typeof NotApproved>[0]["rejection"]) =>
    render(<NotApproved rejection={given} />);
  const { html, text } = shown(rejection);
  expect(text).toMatch(
    /^Not approved Your profile wasn't approved Here's what to change before you submit it again: Please show more of your work\..* Add work For now, .* United States\. Location Nice cuts\. More of them\. From our review, Nov 20, 2026 Submit again Update My Profile$/,
  );
  expect(html).toMatch(/href="\/profile\/work\/new"[^>]*>Add work/);
  expect(shown({ ...rejection, asksChanges: true }).text).toMatch(
    /^Changes requested Your profile needs a few changes /,
  );
  expect(shown({ ...rejection, reason: "" }).text).toContain(
    "No reason was given. Update your profile, then submit it again.",
  );
  expect(shown(null).text).toMatch(/Failed to check your contributor status\. Try Again .*Submit again/);
});
