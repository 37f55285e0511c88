import { expect, test } from "vitest";
import { outline } from "../../../../tests/support/outline";
import type { UserType } from "../user-type";
import { BuilderForm } from "./builder-form";

type Given = Omit<Parameters<typeof BuilderForm>[0], "draftId" | "userType" | "step" | "answers" | "choices">;
const shown = (userType: UserType, step: number, given: Given = { hasAccount: true }) =>
  outline(
    <BuilderForm
      {...{ draftId: "d", userType, step, answers: { bio: "I film.", portfolio: "ana.test" }, choices: {} }}
      {...given}
    />,
  );

const start = (userType: UserType, words = "Next") =>
  `[${words}]{tabindex=-1} {type=hidden, name=userType, value=${userType}}`;
const name = "Name{type=text, name=name, autoComplete=name}";
const bio = ["Bio", "What you make and who it's for."];
const location = ["Location", "City and state, like Austin, TX.", "{type=text, name=location}"];
const back = "[Back]{name=intent, value=back, formnovalidate}";
const complete =
  "[Complete Profile]{pending=Saving..., name=intent, value=complete} Saves what you've filled in so far.";
const end = [`${back} [Next]`, complete];

test("a step asks for its fields, and can be left in each direction", () => {
  expect(shown("creator", 1)).toEqual([
    ...["Hiring User · Step 1 of 4", "The basics"],
    "Everything here is optional, and you can change it later.",
    ...[`form{action=/} ${start("creator")}`, name, ...bio, "{rows=4, name=bio} I film.", ...location],
    ...["What do you create?", ...end],
  ]);
  expect(shown("contributor", 2, { hasAccount: true, preview: "PREVIEW" })).toEqual([
    ...["Service Provider · Step 2 of 4", "Your services", `form{action=/} ${start("contributor")}`],
    ...["Services you offer", "Projects you're good at{rows=4, name=projectsGoodAt}", ...end, "PREVIEW"],
  ]);
});

const upload = "A picture or PDF up to 20 MB, or a video up to 500 MB. It's the first thing people see.";

test.each([
  [true, upload],
  [false, `${upload} You'll create your account first, then upload.`],
])(
  "the last step completes the profile, or goes on to uploading (with an account: %s)",
  (hasAccount, words) => {
    const lines = shown("contributor", 4, { hasAccount });
    expect(lines.slice(0, 3)).toEqual([
      ...["Service Provider · Step 4 of 4", "Working terms"],
      `form{action=/} ${start("contributor", "Complete")}`,
    ]);
    expect(lines.slice(-8)).toEqual([
      ...["Portfolio link", "Where people can see your best work. We look here first."],
      "{type=text, name=portfolio, inputMode=url, autoComplete=url, placeholder=https://, value=ana.test}",
      ...["Show your work", words, "[Save and upload files]{pending=Saving..., name=intent, value=work}"],
      ...[`${back} [Complete]{pending=Saving...}`, complete],
    ]);
  },
);

test("a refused step says what's wrong and keeps what was typed", () => {
  const result = { initialValue: { bio: "Long" }, error: { bio: ["Too long."], "": ["Try again."] } };
  expect(shown("creator", 1, { hasAccount: true, result }).slice(3, -3)).toEqual([
    ...["form{action=/}", "div{role=alert, tabindex=-1, autofocus}", "Error saving profile"],
    ...["[Try again.](#step-1-name)", "[Too long.](#step-1-bio)", start("creator"), name, ...bio],
    ...["{rows=4, name=bio, aria-invalid=true} Long", "Too long.", ...location],
  ]);
  // A price's other controls belong to the step, too.
  const price = { error: { priceTo: ["Too low."] } };
  expect(shown("creator", 4, { hasAccount: true, result: price })).toContain("[Too low.](#step-4-priceTo)");
});

test("there's no step after the last", () => {
  expect(shown("creator", 5)).toEqual([]);
});
