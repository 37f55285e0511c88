import { expect, it } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { makeContributor, makeCreator } from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { notifyApplicants, notifyInvited, notifyOwner } from "./announcing.server";

it("emails say what happened, what to do next, what the other person wrote, and what the project is about", async () => {
  const creator = await makeCreator({ name: "Cleo" });
  const ari = await makeContributor({ name: "Ari" });
  const title = "Launch video";
  const project = { id: await makeProject(creator, { title }), title, creatorId: creator.userId };
  await db.projectBrief.update({
    where: { id: project.id },
    data: { budgetDetails: "$900 in all", startDate: new Date("2027-02-28"), timeline: "Six weeks" },
  });
  const toOwner = (what: Parameters<typeof notifyOwner>[3]) =>
    transaction((tx) => notifyOwner(tx, project.id, ari, what, what));
  const toApplicant = (what: Parameters<typeof notifyApplicants>[2], note?: string) =>
    transaction((tx) =>
      notifyApplicants(tx, project, what, [{ contributorId: ari.userId, eventId: what, note }]),
    );
  const kind = "application-withdrawn";
  await db.notificationSetting.create({ data: { userId: creator.userId, kind, byMail: true } });
  await toOwner("applied");
  await toOwner("withdrawn");
  await toOwner("invitation-declined");
  await transaction((tx) => notifyInvited(tx, project, creator, ari.userId, "I like your reel.", "invited"));
  await toApplicant("accepted");
  await toApplicant("declined", "Next time!");
  for (const what of ["taken_back", "completed", "cancelled", "edited", "reopened", "resumed"] as const)
    await toApplicant(what);
  await toApplicant("expired");

  const mails = await db.outboxMail.findMany({ orderBy: { createdAt: "asc" } });
  const read = mails.map(({ subject, textBody }) => {
    const [text = "", button = ""] = textBody.split("\n\nView Project:\n");
    expect(button).toContain(`/projects/${project.id}`);
    const [heading, ...more] = text.split("\n\n");
    expect([subject, "You're in"]).toContain(heading);
    return [subject, ...more];
  });
  const yours = "Your application for “Launch video”";
  const facts = "Budget: $900 in all\nStarts: February 28, 2027\nTimeline: Six weeks";
  expect(read).toEqual([
    ["Ari applied for “Launch video”", "Read their note and look at their work, then accept or decline."],
    ["Ari withdrew their application for “Launch video”", "You don't need to do anything."],
    ["Ari declined your invitation to apply for “Launch video”", "You can invite someone else."],
    [
      "Cleo invited you to apply for “Launch video”",
      "Read the brief, then apply or decline.",
      facts,
      "They wrote: I like your reel.",
    ],
    [
      `${yours} was accepted`,
      `${yours} was accepted.`,
      facts,
      "You and the creator have matched, so you can message each other now.",
    ],
    [`${yours} was declined`, "They wrote: Next time!"],
    [
      `${yours} is being reconsidered`,
      "The creator undid their decision, so your application is pending again.",
    ],
    ["“Launch video” was marked as completed"],
    ["“Launch video” was canceled"],
    ["“Launch video” was updated", "The creator changed it after you applied. Take another look."],
    ["“Launch video” was reopened", "Your application still counts."],
    ["“Launch video” is in progress again", "Your application still counts."],
    [
      "“Launch video” expired and isn't accepting applications anymore",
      "Your application is still pending, and the creator can still decide on it.",
    ],
  ]);
});
