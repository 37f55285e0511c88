import { expect, test } from "vitest";
import { changesBetween, outline } from "../../../../tests/support/outline";
import type { ActView } from "../acts.server";
import { ActList } from "./acts";
import { FailedJobList, UnsentMailList } from "./jobs-and-mail";

const [at, later] = ["2026-11-20T12:00:00Z", "2026-11-21T12:00:00Z"];

const act: ActView = {
  ...{ id: "1", at, act: "Changed a name", admin: null, person: null, reason: "", before: "", after: "" },
};
const acts = (change: Partial<ActView>) => outline(<ActList acts={[{ ...act, ...change }]} />);

test("the audit log tells who did what to whom, and leaves out what's unknown", () => {
  expect(acts({})).toEqual(["Changed a name Nov 20, 2026, 12:00 PM", "By", "the command line"]);
  const [ada, rae] = [
    { id: "a", name: "Ada", email: "ada@example.com" },
    { id: "p", name: null, email: null },
  ];
  const all = { admin: ada, person: rae, reason: "A typo.", before: "Ray", after: "Rae" };
  expect(acts(all)).toEqual([
    "Changed a name Nov 20, 2026, 12:00 PM",
    "By",
    "[Ada](/admin/audit?person=a) ada@example.com",
    "About",
    "[Deleted user](/admin/audit?person=p) p",
    "Reason",
    "A typo.",
    "Before",
    "Ray",
    "After",
    "Rae",
  ]);
});

const job = { id: "j", task: "remind", cause: "No route.", attempts: 1, addedAt: at, triedAt: later };

test("failed jobs can be picked, retried or dropped", () => {
  const jobs = (change: Partial<typeof job>) =>
    outline(<FailedJobList jobs={[{ ...job, ...change }]} action="/admin/jobs?page=2" />);
  expect(jobs({})).toEqual([
    "form{action=/admin/jobs?page=2}",
    "{type=checkbox, name=job, value=j} remind No route.Tried once, last Nov 21, 2026, 12:00 PM, added Nov 20, 2026, 12:00 PM",
    "[Retry selected]{pending=Retrying..., name=act, value=retry}",
    "Drop selected",
    "These jobs will never run. You can't undo this.",
    "[Drop permanently]{pending=Dropping..., name=act, value=drop}",
  ]);
  expect(changesBetween(jobs({}), jobs({ cause: "", attempts: 3 }))).toEqual([
    "- {type=checkbox, name=job, value=j} remind No route.Tried once, last Nov 21, 2026, 12:00 PM, added Nov 20, 2026, 12:00 PM",
    "+ {type=checkbox, name=job, value=j} remind no cause recordedTried 3 times, last Nov 21, 2026, 12:00 PM, added Nov 20, 2026, 12:00 PM",
  ]);
});

const mail = {
  ...{ id: "m", to: "rae@example.com", kind: "match", subject: "You matched", cause: null, attempts: 0, at },
  ...{ retriedAt: null, userId: null, canRetry: true },
};

test("unsent emails can be picked, retried or stopped", () => {
  const mails = (change: object) =>
    outline(<UnsentMailList mails={[{ ...mail, ...change }]} action="/admin/emails?page=2" />);
  expect(mails({})).toEqual([
    "form{action=/admin/emails?page=2}",
    "{type=checkbox, name=mail, value=m} You matched to rae@example.commatch, Nov 20, 2026, 12:00 PM",
    "[Retry selected]{pending=Retrying..., name=act, value=retry}",
    "Stop selected",
    "These emails will never be sent. You can't undo this.",
    "[Stop permanently]{pending=Stopping..., name=act, value=stop}",
  ]);
  expect(changesBetween(mails({}), mails({ attempts: 1, cause: "No such mailbox." }))).toEqual([
    "- {type=checkbox, name=mail, value=m} You matched to rae@example.commatch, Nov 20, 2026, 12:00 PM",
    "+ {type=checkbox, name=mail, value=m} You matched to rae@example.commatch, Nov 20, 2026, 12:00 PM · tried once · No such mailbox.",
  ]);
  expect(changesBetween(mails({}), mails({ attempts: 2, retriedAt: later }))).toEqual([
    "- {type=checkbox, name=mail, value=m} You matched to rae@example.commatch, Nov 20, 2026, 12:00 PM",
    "+ {type=checkbox, name=mail, value=m} You matched to rae@example.commatch, Nov 20, 2026, 12:00 PM · tried 2 times · retried by an admin Nov 21, 2026, 12:00 PM",
  ]);
});
