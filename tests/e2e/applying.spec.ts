import type { Page } from "@playwright/test";
import { pdf, picture } from "../support/sample-files";
import {
  edgesOf,
  expect,
  makeContributor,
  makeCreator,
  newAddress,
  newMark,
  nextStep,
  openGroup,
  signIn,
  test,
} from "./journey";

/** No other journey uses this service, so its decks contain only this journey's people. */
const service = "Community Manager";

type Sql = (text: string, values?: unknown[]) => Promise<Record<string, string>[]>;

/** Posts a project that needs the service. Returns its path. */
async function makeProject(sql: Sql, creatorId: string, title: string, questions: string[] = []) {
  const [row] = await sql(
    `WITH posted AS (
       INSERT INTO project_briefs (creator_id, title, questions, expires_at)
       VALUES ($1, $2, $3, now() + interval '30 days') RETURNING id
     ), needed AS (
       INSERT INTO project_brief_services (project_id, service_id)
       SELECT posted.id, services.id FROM posted, services WHERE services.name = $4
     )
     INSERT INTO project_events (project_id, kind, actor_id) SELECT id, 'posted', $1 FROM posted RETURNING project_id`,
    [creatorId, title, questions, service],
  );
  return `/projects/${row?.project_id}`;
}

/** An approved contributor with two work samples. */
async function makeApplicant(sql: Sql, mark: string) {
  const email = newAddress("applicant");
  const id = await makeContributor(sql, { name: `Abe Applicant ${mark}`, email, service });
  await sql(
    `INSERT INTO work_samples (profile_id, position, kind, url, title)
     SELECT $1::uuid, number, 'link', 'https://example.com/', 'Talk show ' || number FROM generate_series(1, 2) number`,
    [id],
  );
  return { id, email };
}

test("a creator adds reference files to a brief and posts it, and contributors see them", async ({
  page: desk,
  browser,
  sql,
  look,
  javaScriptEnabled,
  viewport,
  baseURL,
}) => {
  const mark = newMark();
  const creator = newAddress("owner");
  // PDFs need a paid plan.
  await makeCreator(sql, { name: `Olga Owner ${mark}`, email: creator, service, plan: "pro" });
  const applicant = await makeApplicant(sql, mark);
  const title = `Twelve episodes ${mark}`;
  // PDF readers look at the end of the file for the pointer to the cross-reference table, so this repeats it there.
  const largePdf = Buffer.concat([pdf, Buffer.alloc(2 ** 20), Buffer.from("startxref\n40\n%%EOF\n")]);

  await signIn(desk, creator);
  await desk.goto("/dashboard");
  await desk
    .getByRole("navigation", { name: "Shortcuts" })
    .getByRole("link", { name: /^Projects/ })
    .click();
  await desk.getByRole("link", { name: "Create Your First Project Brief" }).click();
  await desk.getByLabel("Title").fill(title);
  await desk.getByRole("button", { name: "References" }).click();
  const frame = {
    name: "frame.png",
    mimeType: "image/png",
    buffer: await picture(480, 270).png().toBuffer(),
  };
  const wrong = { name: "page.pdf", mimeType: "application/pdf", buffer: Buffer.from("<!doctype html>") };
  // The file is larger than a megabyte, so script uses a resumable upload.
  const script = { name: "script.pdf", mimeType: "application/pdf", buffer: largePdf };
  await desk.getByLabel("Add files").setInputFiles([frame, wrong, script]);
  await desk.getByRole("button", { name: "Add to brief" }).click();
  await expect(desk.getByText("2 of 10 files.")).toBeVisible();
  await expect(desk.getByText(/^page\.pdf: This isn't a picture/).first()).toBeVisible();
  await expect(desk.getByText("2 of 3 files were added.")).toBeVisible();
  await look(desk);
  await desk.getByRole("link", { name: "Back to the brief" }).click();
  await expect(desk.getByLabel("Title")).toHaveValue(title);
  await nextStep(desk);
  await openGroup(desk, service);
  await desk.getByLabel(service).check();
  await desk.getByLabel("Question 1").fill("When can you start?");
  await nextStep(desk);
  await desk.getByRole("button", { name: "Post Project" }).click();
  await expect(desk).toHaveURL(/\/projects\/[0-9a-f-]{36}$/);
  await expect(desk.getByText("No applications yet")).toBeVisible();
  await look(desk);

  const phone = await browser.newContext({ javaScriptEnabled, viewport, baseURL });
  const page = await phone.newPage();
  await page.goto(desk.url());
  await expect(page.getByText("Please log in to view project details.")).toBeVisible();
  await look(page);
  await signIn(page, applicant.email);
  await page.goto("/projects");
  await page
    .getByRole("listitem")
    .filter({ hasText: title })
    .getByRole("link", { name: /^Apply/ })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByText("Project Details")).toBeVisible();
  await expect(page.getByText("1 of 1 service")).toBeVisible();
  await expect(
    page.getByRole("list", { name: "References" }).getByRole("link", { name: "Frame" }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: /^Download script\.pdf/ })).toBeVisible();
  await expect(page.getByLabel("When can you start?")).toBeVisible();
  await look(page);
  await phone.close();
});

test("a contributor applies once, even if the questions change in the meantime, and the creator is notified", async ({
  page: desk,
  browser,
  sql,
  look,
  javaScriptEnabled,
  viewport,
  baseURL,
}) => {
  const mark = newMark();
  const creator = newAddress("owner");
  const creatorId = await makeCreator(sql, { name: `Olga Owner ${mark}`, email: creator, service });
  const title = `Twelve episodes ${mark}`;
  const project = await makeProject(sql, creatorId, title, ["When can you start?"]);
  const { id: applicantId, email } = await makeApplicant(sql, mark);

  await signIn(desk, creator);
  // With script, the page is updated when an application arrives later.
  const listening = javaScriptEnabled ? desk.waitForResponse(/\/api\/live$/) : undefined;
  await desk.goto("/notifications");
  await expect(desk.getByText("No notifications yet")).toBeVisible();
  await listening;
  await look(desk);

  const phone = await browser.newContext({ javaScriptEnabled, viewport, baseURL });
  const page = await phone.newPage();
  await signIn(page, email);
  // A hint that's sent before the page listens is lost.
  const applicantListens = javaScriptEnabled ? page.waitForResponse(/\/api\/live$/) : undefined;
  await page.goto(project);
  if (javaScriptEnabled)
    await expect(page.getByRole("button", { name: "Submit Application" })).toBeDisabled();
  await applicantListens;
  await page.getByLabel("Talk show 2").check();
  await page.getByLabel("Application Note").fill("I cut talk shows.");
  await sql("UPDATE project_briefs SET questions = ARRAY['Which hours?'] || questions WHERE title = $1", [
    title,
  ]);
  if (!javaScriptEnabled) {
    await page.getByLabel("Portfolio Link").fill("https://example.com");
  } else {
    const hint = JSON.stringify([{ to: [applicantId], hint: { kind: "notifications" } }]);
    const sendHint = async () => {
      const counted = page.waitForResponse(/\/api\/unread/);
      await sql("SELECT pg_notify('matchcut_live', $1)", [hint]);
      await counted;
    };
    // An update in the meantime must not change the questions under a contributor who is answering them. Another hint
    // waits for that update, and then updates the page once more.
    let release = () => {};
    const isHeld = new Promise<void>((resolve) => {
      release = resolve;
    });
    let reads = 0;
    await page.route(`**${project}.data*`, (route) => {
      reads += 1;
      return isHeld.then(() => route.continue());
    });
    await sendHint();
    await expect.poll(() => reads).toBe(1);
    await sendHint();
    expect(reads).toBe(1);
    release();
    await expect.poll(() => reads).toBe(2);
    await page.unroute(`**${project}.data*`);
    await page.getByLabel("When can you start?").fill(" ");
    await page.getByRole("button", { name: "Submit Application" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    // After a hint, the page fetches the unread counts but not its data, because that would remove the errors.
    const reloads: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes(`${project}.data`)) reloads.push(request.url());
    });
    await sendHint();
    await look(page);
    expect(reloads).toEqual([]);
    await expect(page.getByRole("alert")).toBeVisible();
  }
  await page.getByLabel("When can you start?").fill("On Monday");
  await page.getByRole("button", { name: "Submit Application" }).click();
  await expect(page.getByText("The creator changed the questions").first()).toBeVisible();
  await expect(page.getByLabel("Which hours?")).toHaveValue("On Monday");
  await look(page);
  await page.getByLabel("Which hours?").fill("Mornings");
  await page.getByLabel("When can you start?").fill("On Monday");
  await page.getByRole("button", { name: "Submit Application" }).dblclick();
  await expect(page).toHaveURL(/\/projects(\?|$)/);
  await expect(page.getByText("Application submitted")).toBeVisible();
  await page.goto(project);
  await expect(page.getByText("Already applied")).toBeVisible();
  await look(page);

  const notification = desk.getByRole("button", { name: `Abe Applicant ${mark} applied for “${title}”` });
  const bell = desk.getByRole("link", { name: /^Notifications/ });
  if (!javaScriptEnabled) await desk.reload();
  await expect(notification).toBeVisible();
  await expect(bell).toContainText("1 unread");
  await look(desk);
  await notification.click();
  await expect(desk).toHaveURL(new RegExp(`${project}$`));
  await expect(bell).not.toContainText("unread");
  await expect(
    desk.getByRole("list", { name: "Applications (1)" }).getByRole("link", { name: `Abe Applicant ${mark}` }),
  ).toBeVisible();
  await look(desk);
  await phone.close();
});

test("a creator declines an application, undoes that, accepts it, and completes the project", async ({
  page: desk,
  browser,
  sql,
  look,
  javaScriptEnabled,
  viewport,
  baseURL,
}) => {
  const mark = newMark();
  const creator = newAddress("owner");
  const creatorId = await makeCreator(sql, { name: `Olga Owner ${mark}`, email: creator, service });
  const project = await makeProject(sql, creatorId, `Twelve episodes ${mark}`, ["When can you start?"]);
  const { id: applicantId, email } = await makeApplicant(sql, mark);
  await sql(
    `WITH applied AS (
       INSERT INTO project_applications (project_id, contributor_id, note, answers, sample_ids)
       SELECT $1, profile_id, 'I cut talk shows.', '{On Monday}', ARRAY[id] FROM work_samples
        WHERE profile_id = $2 AND title = 'Talk show 2' RETURNING *
     )
     INSERT INTO project_events (project_id, kind, actor_id, contributor_id)
     SELECT project_id, 'applied', contributor_id, contributor_id FROM applied`,
    [project.slice(10), applicantId],
  );
  const phone = await browser.newContext({ javaScriptEnabled, viewport, baseURL });
  const page = await phone.newPage();
  await signIn(page, email);

  await signIn(desk, creator);
  await desk.goto(project);
  const row = desk
    .getByRole("listitem")
    .filter({ hasText: `Abe Applicant ${mark}` })
    .first();
  const openMore = (of: string) =>
    desk
      .locator("summary")
      .filter({ hasText: `More for ${of}`, visible: true })
      .click();
  await row.getByRole("link", { name: `Abe Applicant ${mark}` }).click();
  await expect(desk.getByRole("heading", { level: 1 })).toHaveText(`Abe Applicant ${mark}`);
  await expect(desk.getByText("On Monday")).toBeVisible();
  await look(desk);
  await openMore(`Abe Applicant ${mark}`);
  await desk.getByRole("button", { name: /^Shortlist/ }).click();
  await expect(desk.getByText("Added to the shortlist")).toBeVisible();
  await openMore(`Abe Applicant ${mark}`);
  await desk.getByRole("link", { name: "Decline with a note" }).click();
  await desk.getByLabel(/Note to the applicant/).fill("Not this season.");
  await look(desk);
  await desk.getByRole("dialog").getByRole("button", { name: "Decline" }).click();
  await expect(desk.getByText(`Abe Applicant ${mark} declined`).first()).toBeVisible();
  await expect(desk.getByText("That was the last one.").first()).toBeVisible();
  // The decline isn't announced for ten minutes, so the contributor still sees a pending application.
  await page.goto(project);
  await expect(page.getByText("Pending", { exact: true })).toBeVisible();
  await expect(page.getByText("Not this season.")).toBeHidden();
  await look(page);
  await desk.getByRole("button", { name: /^Undo decline/ }).click();
  await expect(desk.getByText("The application is pending again")).toBeVisible();

  await desk.getByText("Private note", { exact: true }).click();
  await desk.getByLabel("Only you can see this").fill("Asked twice");
  await desk.getByRole("button", { name: "Save note" }).click();
  await expect(desk.getByText("Note saved")).toBeVisible();
  await look(desk);
  await desk.getByRole("link", { name: `Accept Abe Applicant ${mark}` }).click();
  await expect(desk.getByText("You can't undo this.")).toBeVisible();
  await look(desk);
  await desk.getByRole("dialog").getByRole("button", { name: "Accept" }).dblclick();
  await expect(desk.getByText(`Abe Applicant ${mark} accepted`).first()).toBeVisible();
  await desk
    .getByRole("main")
    .getByRole("link", { name: /^Message/ })
    .click();
  await write(desk, "Welcome aboard!");

  await page.goto("/messages");
  await page
    .getByRole("link", { name: new RegExp(`Olga Owner ${mark}`) })
    .first()
    .click();
  await expect(page.getByText("Welcome aboard!").filter({ visible: true }).first()).toBeVisible();
  await write(page, "Glad to be here.");

  await desk.goto(project);
  await expect(desk.getByText("In Progress").first()).toBeVisible();
  await openMore(`Twelve episodes ${mark}`);
  await desk.getByRole("button", { name: "Mark as completed" }).click();
  await expect(desk.getByText("Project completed")).toBeVisible();
  await desk.getByRole("link", { name: "Brief" }).click();
  await expect(desk.getByText("The project was completed.")).toBeVisible();
  await look(desk);
  await phone.close();
});

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: /message/i }).fill(text);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
}

test("a creator invites a contributor, who applies, and extends the project after it expires", async ({
  page: desk,
  browser,
  sql,
  look,
  javaScriptEnabled,
  viewport,
  baseURL,
}) => {
  const mark = newMark();
  const creator = newAddress("inviter");
  const creatorId = await makeCreator(sql, { name: `Ina Viter ${mark}`, email: creator, service });
  const contributor = newAddress("invited");
  const contributorId = await makeContributor(sql, { name: `Ivo Ted ${mark}`, email: contributor, service });
  const project = await makeProject(sql, creatorId, `Pilot ${mark} على النهر`);

  await signIn(desk, creator);
  await desk.goto(`/profile/${contributorId}`);
  await desk.getByRole("link", { name: "Invite to a project" }).click();
  await expect(desk.getByLabel(/Why you're inviting them/)).toBeVisible();
  await look(desk);
  await desk.getByLabel(/Why you're inviting them/).fill("I liked your reel.");
  await desk.getByRole("button", { name: "Send invitation" }).dblclick();
  await expect(desk.getByText("Invitation sent")).toBeVisible();
  await desk.goto(project);
  await desk.getByText("Invited (1)").click();
  await expect(desk.getByText(/no answer yet/)).toBeVisible();
  await look(desk);

  const phone = await browser.newContext({ javaScriptEnabled, viewport, baseURL });
  const page = await phone.newPage();
  await signIn(page, contributor);
  await page.goto("/projects");
  await page.getByText("1 invitation to apply").click();
  const invited = page.getByText(`Ina Viter ${mark} invited you to apply`);
  // On a phone, they're on different lines.
  if ((viewport?.width ?? 0) > 800) {
    const title = await edgesOf(invited.getByRole("link"));
    const time = await edgesOf(invited.getByRole("time"));
    expect(time.first, "the time comes after an Arabic title").toBeGreaterThan(title.last);
  }
  await page.goto("/dashboard");
  await page
    .getByRole("region", { name: "Your turn" })
    .getByRole("listitem")
    .filter({ hasText: `Pilot ${mark}` })
    .getByRole("link", { name: `Ina Viter ${mark} invited you to apply` })
    .click();
  await expect(page.getByText("I liked your reel.")).toBeVisible();
  await look(page);
  await page.getByLabel("Application Note").fill("With pleasure.");
  await page.getByRole("button", { name: "Submit Application" }).click();
  await expect(page.getByText("Application submitted")).toBeVisible();
  await page.goto(project);
  await page.getByText("Withdraw", { exact: true }).click();
  await page.getByRole("button", { name: "Withdraw application" }).click();
  await expect(page.getByText("Application withdrawn")).toBeVisible();

  await sql("UPDATE project_briefs SET expires_at = now() - interval '1 hour' WHERE id = $1", [
    project.slice(10),
  ]);
  const stranger = newAddress("late");
  await makeContributor(sql, { name: `Lars Late ${mark}`, email: stranger, service });
  const late = await browser.newContext({ javaScriptEnabled, viewport, baseURL });
  const visitor = await late.newPage();
  await signIn(visitor, stranger);
  await visitor.goto(project);
  await expect(visitor.getByText("This project is no longer accepting applications")).toBeVisible();
  await look(visitor);
  await desk.goto(`${project}?extend=1`);
  await expect(desk.getByText("Expired", { exact: true })).toBeVisible();
  await look(desk);
  await desk.getByRole("button", { name: "Extend" }).dblclick();
  await expect(desk.getByText("Project extended")).toBeVisible();
  await expect(desk.getByText(/Expires on/)).toBeVisible();
  await visitor.reload();
  // On a phone, the form is below the fold, and the router must not scroll back up.
  await visitor.setViewportSize({ width: 360, height: 640 });
  const heading = visitor.getByRole("heading", { name: "Apply for this Project" });
  for (const _ of ["at first", "again"]) {
    await visitor.getByRole("link", { name: "Apply for this Project" }).click();
    await expect(heading).toBeInViewport();
    await visitor.keyboard.press("Control+Home");
    await expect(heading).not.toBeInViewport();
  }
  await late.close();
  await phone.close();
});
