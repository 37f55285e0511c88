import { expect, test } from "vitest";
import { outline } from "../../../../tests/support/outline";
import { InviteDialog } from "./invite-dialog";

test("until the link has loaded, the dialog says so, and offers the other ways to invite", () => {
  expect(outline(<InviteDialog onClose={() => {}} />)).toEqual([
    "dialog{open, tabindex=-1}",
    "Invite people",
    "[(Close)]",
    "nav{aria-label=How to invite} [Copy Link](/invite){aria-current=true} [Email](/invite?tab=email) [Social](/invite?tab=social)",
    "div{role=status} Loading your link...",
    "For you: 30 days of priority matching",
    "For them: a 7-day profile boost",
    "At 5 people: the Growth Champion badge",
    "[Your invitations and rewards ](/invite)",
  ]);
});
