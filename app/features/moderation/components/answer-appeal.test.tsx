import { expect, test } from "vitest";
import { render } from "../../../../tests/support/rendering";
import type { QueuedAppeal } from "../appeal-queue.server";
import type { Appealable } from "../appeals.server";
import { AnswerAppeal, AppealFacts } from "./answer-appeal";
import { AppealPage } from "./appeal-page";

const queued: QueuedAppeal = {
  ...{ id: "a", kind: "warning", state: "open", personId: "p", name: "Rae", words: "It wasn't me." },
  ...{ at: "2026-11-20T12:00:00Z", caseId: null, against: null, reason: "Spam", reasonDetails: "Really." },
  ...{ answer: "", decided: null, needsAnother: false, isOver: false },
};

test("an admin can grant or deny an appeal, only close one that's over, and not decide one against themselves", () => {
  const offers = (change: Partial<QueuedAppeal>) => {
    const { text } = render(<AnswerAppeal appeal={{ ...queued, ...change }} />);
    return [text.match(/Grant and reverse the decision|Deny|Close appeal/g)?.join() ?? "", text] as const;
  };
  expect(offers({})[0]).toBe("Grant and reverse the decision,Deny");
  expect(offers({ isOver: true })[0]).toBe("Close appeal");
  expect(offers({ needsAnother: true })).toEqual([
    "",
    "Another admin will decide You made the decision Rae is appealing, so another admin has to review it.",
  ]);
  const decided = {
    decided: { at: "2026-11-21T12:00:00Z", by: "Ada" },
    state: "refused",
    answer: "It stands.",
  };
  expect(offers(decided as Partial<QueuedAppeal>)).toEqual([
    "",
    "Denied By Ada, Nov 21, 2026, 12:00 PM . It stands.",
  ]);
});

test("an admin reads who made the decision, and whether it's still in effect", () => {
  const shown = (change: Partial<QueuedAppeal>) =>
    render(<AppealFacts appeal={{ ...queued, ...change }} />).text;
  expect(shown({})).toMatch(/Spam\. Really\. Decided by an admin who has since left\.$/);
  expect(shown({ against: { name: "Ada", isYou: true } })).toContain("Decided by you.");
  expect(shown({ against: { name: "Ada", isYou: false }, caseId: "c" })).toMatch(
    /Decided by Ada\. View the report and both people's history$/,
  );
  expect(shown({ reason: "", reasonDetails: "" })).toContain("This decision is no longer in effect.");
});

test("the person reads what was decided about their appeal, or can still appeal", () => {
  const decision: Appealable = {
    ...{ kind: "suspension", decisionId: "d", thing: null, reason: "Spam", words: "", until: null },
    ...{ at: "2026-11-20T12:00:00Z", appeal: null },
  };
  const shown = (change: Partial<Appealable>) =>
    render(<AppealPage decision={{ ...decision, ...change }} action="/appeal" zone="UTC" />).text;
  const open = shown({});
  expect(open).toMatch(
    /^Your account is suspended Permanently\. .*No one can see your profile or your projects\./,
  );
  expect(open).toMatch(/If you have a subscription, it ends .*Send appeal$/);
  const limited = shown({ until: "2026-11-27T12:00:00Z" });
  expect(limited).toMatch(/Until Nov 27, 2026, 12:00 PM UTC .*it keeps running and renews as usual/);
  const appeal = { words: "It wasn't me.", at: "2026-11-21T12:00:00Z", answer: "Sorry." };
  for (const [state, words] of [
    ["open", "We got your appeal and are reviewing the decision."],
    ["granted", "We granted your appeal."],
    ["refused", "We reviewed the decision, and it stands."],
  ] as const) {
    const text = shown({ appeal: { ...appeal, state } });
    expect(text).toMatch(new RegExp(`${words}.* Sorry\\. You wrote on .*: It wasn't me\\.$`));
    expect(text).not.toContain("Send appeal");
  }
  const hiding = shown({ kind: "hiding", thing: "sample" });
  expect(hiding).not.toMatch(/suspended|Contact us/);
  expect(hiding).toMatch(/^What we hid Spam We hid your /);
});
