import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { adminPaths } from "~/admin-paths";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import { matchId } from "../prisma/seed/connections.ts";
import { conversationId } from "../prisma/seed/conversations.ts";
import { demoLogins, demoPassword, emailOf } from "../prisma/seed/logins.ts";
import { sampleId } from "../prisma/seed/people.ts";
import { briefId, personId } from "../prisma/seed/rows.ts";
import { readWorld } from "../prisma/seed/world.ts";

/** The email address of someone who has signed up but has no profile yet. */
export const newcomer = "newcomer@example.com";

export interface Screen {
  /** Also the name of its design, if it has one. */
  name: string;
  path: string;
  /** The email address to sign in with. Without it, the screen shows what a guest sees. */
  as?: string;
  /** Opens the first link on the page whose path matches. */
  link?: RegExp;
  /** Brings the page into a state that has no URL. */
  act?: (page: Page) => Promise<void>;
  /** SQL that brings the demo's database into a state that no page could create. It may run more than once. */
  before?: string;
  /** Whether the screen needs script, such as for dragging a card. */
  needsScript?: boolean;
  /** Whether the screen exists only in narrow windows. */
  onlyNarrow?: boolean;
  /** Whether the screen changes what people see elsewhere. On a running demo, it's then opened only if it's named. */
  changes?: boolean;
}

const world = readWorld();
const people = [...world.contributors, ...world.creators];

/**
 * Finds the first match.
 * @throws if the demo no longer has one, in which case the screen must show something else
 */
function one<Thing>(what: string, things: Thing[], isIt: (thing: Thing) => boolean | undefined): Thing {
  const found = things.find(isIt);
  if (found === undefined) throw new Error(`The demo has no ${what}.`);
  return found;
}

const who = (what: string, isIt: (person: (typeof people)[number]) => boolean | undefined) =>
  emailOf(one(what, people, isIt));
const byLogin = (login: string) => one(login, people, (person) => person.login === login).key;

const { creator, starter, contributor, admin } = demoLogins;
const [creatorKey, starterKey, contributorKey] = [
  byLogin("creator"),
  byLogin("starter"),
  byLogin("contributor"),
];
const waiting = one(
  "contributor who waits for approval",
  world.contributors,
  ({ status }) => status === "pending",
);
const rejected = who(
  "rejected contributor",
  (person) => person.side === "contributor" && person.status === "rejected",
);
const payers = people.filter(
  ({ side, plan, login, isAdmin }) => side === "creator" && plan === "free" && !login && !isAdmin,
);
const payer = emailOf(one("other creator on Free", payers, () => true));
const poster = emailOf(one("third creator on Free", payers.slice(1), () => true));
const verified = emailOf(one("fourth creator on Free", payers.slice(2), () => true));
const reported = emailOf(
  one("reported profile", people, ({ key }) =>
    world.reports.some(({ kind, about, state }) => kind === "profile" && about === key && state === "open"),
  ),
);
const suspended = emailOf(
  one("suspension", people, ({ key }) =>
    world.appeals.some(({ by, against }) => by === key && against === "suspension"),
  ),
);
const briefs = world.creators.flatMap((owner) => owner.briefs.map((brief) => ({ ...brief, owner })));
const applicationsFor = (key: string) =>
  world.applications.find(({ project }) => project === key)?.applications ?? [];
const own = one("project with applications", briefs, ({ key, owner }) => {
  return owner.key === creatorKey && applicationsFor(key).length > 2;
});
const applicants = applicationsFor(own.key).map(({ by }) => personId(by));
const unanswered = one(
  "project without applications",
  briefs,
  ({ key, status }) => status === "open" && applicationsFor(key).length === 0,
);
const open = one("project to apply for", briefs, ({ key, status, owner }) => {
  const isApplicant = applicationsFor(key).some(({ by }) => by === contributorKey);
  return owner.key === creatorKey && status === "open" && !isApplicant;
});
const applied = one("project applied for", briefs, ({ key }) =>
  applicationsFor(key).some(({ by, status }) => by === contributorKey && status === "pending"),
);
const closed = one("project that takes no applications", briefs, ({ status }) => status === "in_progress");
const wordsOnly = one("creator without pictures", world.creators, ({ briefs: posted, samples = [] }) => {
  return (
    posted.some(({ status }) => status === "open") &&
    posted.every(({ references }) => !references?.length) &&
    samples.length === 0
  );
});
const haveTalked = (...pair: string[]) =>
  world.conversations.some(({ participants }) => pair.every((key) => participants.includes(key)));
const matchOf = (key: string, isTalking: boolean) => {
  const { creator: owner, contributor: other } = one(
    isTalking ? "match with messages" : "match without messages",
    world.matches,
    (match) =>
      [match.creator, match.contributor].includes(key) &&
      haveTalked(match.creator, match.contributor) === isTalking,
  );
  return paths.match(matchId(owner, other));
};
const talkOf = (key: string, kind: string) =>
  conversationId(
    one(
      `${kind} conversation`,
      world.conversations,
      (talk) => talk.kind === kind && talk.participants.includes(key),
    ).key,
  );
/** The few approved people with work who stay in search for the screen "landing-few". */
const few = world.contributors
  .filter(({ status, login, samples = [] }) => status === "approved" && !login && samples.length > 0)
  .slice(0, 2)
  .map(emailOf);
const favorites = world.favorites[creatorKey]?.saved.map(([key]) => personId(key)) ?? [];
const withPeople = (path: string, ids: string[]) =>
  `${path}?${new URLSearchParams(ids.slice(0, 3).map((id) => ["with", id]))}`;
const nobody = "00000000-0000-4000-8000-000000000000";

const press = (selector: string) => (page: Page) => page.locator(selector).first().click();

async function signInAs(page: Page, email: string, password: string): Promise<void> {
  await page.locator("input[name=email]").first().fill(email);
  await page.locator("input[name=password]").first().fill(password);
  await page.locator("form:has(input[name=password]) button:not([name])").first().click();
}

async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto(paths.recover());
  await page.locator("main input[name=email]").fill(email);
  await page.locator("main form button:not([name])").first().click();
  await page.waitForLoadState();
}

/** Opens the newest link, which is the only one that works, and waits for its email, which a job sends. */
async function openMailedLink(page: Page): Promise<void> {
  const newest = async () => {
    await page.goto(sitePaths.devOutbox());
    const links = page.locator("main a[href*='/recover/']");
    return (await links.count()) > 0 ? await links.first().getAttribute("href") : null;
  };
  const before = await newest();
  await askForLink(page, creator);
  let link = await newest();
  for (let tries = 0; tries < 20 && link === before; tries += 1) {
    await page.waitForTimeout(500);
    link = await newest();
  }
  await page.goto(link ?? paths.recover());
}

/** Waits until React has hydrated the page, which shows only in the properties that React adds to elements. */
const hasScript = (page: Page, selector: string) =>
  page.waitForFunction(
    (element) =>
      Object.keys(document.querySelector(element) ?? {}).some((key) => key.startsWith("__reactProps")),
    selector,
  );

/** Drags the card to the right and holds it there, before the distance that makes it a Like. */
async function dragCard(page: Page): Promise<void> {
  await hasScript(page, ".swipe-form");
  const box = await page.locator("article.deck-card").boundingBox();
  if (!box) throw new Error("There's no card.");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 90, y, { steps: 8 });
}

/** Passes on cards until the top one matches the selector `wanted`, or until the plan's limit removes the buttons. */
async function passUntil(page: Page, wanted: string, most = 30): Promise<void> {
  const pass = page.locator("button[value=pass]").first();
  for (let passed = 0; passed < most; passed += 1) {
    if ((await page.locator(wanted).count()) > 0 || (await pass.count()) === 0) return;
    await pass.click();
    await page.waitForTimeout(700);
  }
}

/** Likes someone who hasn't liked this person, so that it doesn't make a match. */
async function likeStranger(page: Page): Promise<void> {
  await passUntil(page, "article .in-card:not(:has(.likes:not(.prio)))");
  await page.locator("button[value=like]").first().click();
}

/** Clicks the link to a page that the server then fails to load. */
const failToLoad = (path: string) => async (page: Page) => {
  await hasScript(page, "main");
  await page.route(`**${path}.data*`, (route) => route.fulfill({ status: 503, body: "" }));
  await page.locator(`nav:visible a[href='${path}']`).first().click();
  await page.locator(".deck-pile, main h1").first().waitFor();
};

/** Passes on every card while the server doesn't respond. */
async function passAhead(page: Page): Promise<void> {
  await hasScript(page, ".swipe-form");
  await page.route("**/discover**", () => {});
  while ((await page.locator("button[value=pass]:enabled").count()) > 0) {
    await press("button[value=pass]")(page);
    await page.waitForTimeout(400);
  }
}

/** Signs in with the password, and stops where the code is asked for. Sets up a second factor first if there's none. */
async function stopAtSecondStep(page: Page): Promise<void> {
  await signInAs(page, verified, demoPassword);
  await page.waitForURL((url) => url.pathname !== paths.login());
  if (new URL(page.url()).pathname === paths.secondStep()) return;
  await page.goto(paths.setUpFactor());
  await page.locator("main input[name=password]").fill(demoPassword);
  await page.getByRole("button", { name: "Continue" }).click();
  const key = (await page.locator("main strong").first().textContent()) ?? "";
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
  await page.locator("main input[name=code]").fill(app.generate());
  await page.getByRole("button", { name: "Turn on two-step verification" }).click();
  await page.waitForURL((url) => url.pathname === paths.recoveryCodes());
  await page.context().clearCookies();
  await page.goto(paths.login());
  await signInAs(page, verified, demoPassword);
  await page.waitForURL((url) => url.pathname === paths.secondStep());
}

/** Has an admin hide the reported profile, and reloads the page. */
async function hideProfile(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const desk = await page.context().browser()?.newPage({ baseURL: origin });
  if (!desk) throw new Error("There's no browser.");
  await desk.goto(paths.login());
  await signInAs(desk, admin, demoPassword);
  await desk.waitForURL((url) => url.pathname !== paths.login());
  await desk.goto(adminPaths.reports());
  const report = desk.locator("main li", { hasText: "'s profile:" }).locator("a").first();
  if ((await report.count()) > 0) {
    await report.click();
    const form = desk.locator("details:has(button[value=hide])");
    await form.locator("summary").click();
    await form.locator("select").selectOption({ index: 1 });
    await form.locator("button[value=hide]").click();
    await desk.waitForLoadState("networkidle");
  }
  await desk.close();
  await page.reload();
}

/** The URLs of pages after a payment. Each payment is made once, and its page is then opened again. */
const paidAt = new Map<string, string>();

/** Pays with this card in the payment sandbox. */
async function pay(page: Page, choice: string, card: string): Promise<void> {
  await page.getByRole("link", { name: choice }).first().click();
  await page.locator("main form button").first().click();
  await page.getByLabel("Card number").fill(card);
  await page.getByLabel("Expiration").fill("12/40");
  await page.getByLabel("CVC").fill("123");
  await page.getByRole("button", { name: /^(Subscribe|Pay) \$/ }).click();
}

/** Pays with the card that always works, in the first view that asks. Later views open the same page again. */
const payOnce = (choice: string) => async (page: Page) => {
  const paid = paidAt.get(choice);
  if (paid) {
    await page.goto(paid);
    return;
  }
  await pay(page, choice, "4242 4242 4242 4242");
  await page.waitForURL((url) => url.pathname === "/payment-success");
  paidAt.set(choice, page.url());
};

const settings = {
  "settings-index": paths.settings(),
  account: paths.account(),
  "settings-privacy": paths.privacy(),
  "settings-notifications": paths.notificationSettings(),
  "settings-data": paths.ownData(),
  "settings-delete": paths.deleteAccount(),
  "settings-appearance": paths.appearance(),
  "settings-password": paths.password(),
  "settings-sessions": paths.sessions(),
  "settings-second-factor": paths.secondFactor(),
  "settings-blocked": paths.blocked(),
  "settings-searches": paths.searches(),
  usage: paths.usage(),
  billing: paths.billing(),
};

const adminLists = {
  "admin-overview": paths.admin(),
  "admin-waiting": adminPaths.waitingContributors(),
  "admin-people": adminPaths.allPeople(),
  "admin-projects": adminPaths.allProjects(),
  "admin-reports": adminPaths.reports(),
  "admin-refunds": adminPaths.refunds(),
  "admin-subscriptions": adminPaths.subscriptions(),
  "admin-appeals": adminPaths.appeals(),
  "admin-mail": adminPaths.unsentMails(),
  "admin-jobs": adminPaths.failedJobs(),
  "admin-audit": adminPaths.audit(),
  "admin-contact": adminPaths.contactInbox(),
  "admin-newsletter": adminPaths.subscribers(),
};

const seenBy = (as: string, all: Record<string, string>): Screen[] =>
  Object.entries(all).map(([name, path]) => ({ name, path, as }));

/** The three emails that have a design. The screen "mails" lists every kind, and each one's text version. */
const mails = {
  "mail-match": "match",
  "mail-accepted": "application-accepted",
  "mail-receipt": "payment",
};

const kitParts = [
  ...["foundations", "film", "deck", "people", "controls", "forms", "boxes", "lists", "case", "decided"],
  ...["dialog", "drawer"],
];

/** Every screen, with its main states, in the order people get to them. */
export const screens: Screen[] = [
  // Visitors
  { name: "landing", path: paths.home() },
  { name: "menu-guest", path: paths.home(), act: press(".menu-button"), onlyNarrow: true },
  { name: "directory", path: paths.contributors() },
  { name: "directory-service", path: paths.contributors(), link: /^\/contributors\/[a-z-]+$/ },
  { name: "how", path: paths.howItWorks() },
  { name: "features", path: paths.features() },
  { name: "pricing", path: paths.pricing() },
  { name: "pricing-yearly", path: paths.pricing({ billing: "yearly" }) },
  { name: "about", path: paths.about() },
  { name: "team", path: paths.about(), link: /^\/team\// },
  { name: "careers", path: paths.careers() },
  { name: "career", path: paths.careers(), link: /^\/careers\// },
  { name: "faq", path: paths.faq() },
  { name: "faq-none", path: paths.faq({ q: "zzzzz" }) },
  { name: "safety", path: paths.safetyCenter() },
  { name: "safety-guidelines", path: paths.safetyCenter({ tab: "guidelines" }) },
  { name: "safety-faq", path: paths.safetyCenter({ tab: "faq" }) },
  { name: "blog", path: paths.blog() },
  { name: "post", path: paths.blog(), link: /^\/blog\/(?!feed)/ },
  { name: "post-missing", path: sitePaths.blogPost("zzzzz") },
  { name: "contact", path: paths.contact() },
  { name: "newsletter", path: paths.newsletter() },
  { name: "legal", path: paths.privacyPolicy() },
  { name: "terms", path: paths.termsOfService() },
  { name: "login", path: paths.login() },
  { name: "login-refused", path: paths.login(), act: (page) => signInAs(page, creator, "not-the-password") },
  { name: "signup", path: paths.login({ tab: "create" }) },
  { name: "recover", path: paths.recover() },
  {
    name: "recover-sent",
    path: paths.recover(),
    act: (page) => askForLink(page, contributor),
  },
  { name: "new-password", path: paths.recover(), act: openMailedLink },
  {
    name: "suspended",
    path: paths.login(),
    async act(page) {
      await signInAs(page, suspended, demoPassword);
      await page.getByRole("heading", { name: "Your account is suspended" }).waitFor();
    },
  },
  { name: "onboarding", path: paths.onboarding() },
  {
    name: "builder",
    path: paths.onboarding(),
    async act(page) {
      await page.locator("button.half").first().click();
      await page.waitForURL((url) => url.pathname === paths.onboardingStep(1));
    },
  },
  { name: "discover-guest", path: paths.discover() },
  { name: "dashboard-guest", path: paths.dashboard() },
  { name: "messages-guest", path: paths.messages() },
  { name: "projects-empty", path: paths.projects() },
  { name: "project-guest", path: paths.project(briefId(open.key)) },
  { name: "profile-guest", path: paths.profile(personId(contributorKey)) },
  { name: "not-found", path: "/zzzzz" },
  { name: "offline", path: "/offline" },

  // The deck
  { name: "discover", path: paths.discover(), as: creator },
  { name: "discover-how", path: paths.discover(), as: creator, act: press(".hover-card summary") },
  { name: "discover-contributor", path: paths.discover(), as: contributor },
  { name: "discover-newcomer", path: paths.discover(), as: newcomer },
  { name: "discover-waiting", path: paths.discover(), as: emailOf(waiting) },
  { name: "discover-rejected", path: paths.discover(), as: rejected },
  { name: "discover-held", path: paths.discover({ limit: "matches" }), as: starter },
  { name: "discover-none", path: paths.discover({ place: "Zzzzz" }), as: creator },
  { name: "filters", path: paths.discover({ filters: "open" }), as: creator },
  { name: "filters-locked", path: paths.discover({ filters: "open" }), as: starter },
  {
    name: "discover-drag",
    path: paths.discover(),
    as: creator,
    needsScript: true,
    act: dragCard,
  },
  {
    name: "discover-error",
    path: paths.matches(),
    as: creator,
    act: failToLoad(paths.discover()),
    needsScript: true,
  },
  { name: "discover-loading", path: paths.discover(), as: creator, act: passAhead, needsScript: true },
  {
    name: "error",
    path: paths.discover(),
    as: creator,
    act: failToLoad(paths.dashboard()),
    needsScript: true,
  },
  { name: "toast-deck", path: paths.discover(), as: creator, act: likeStranger, changes: true },
  { name: "viewer", path: paths.view("sample", sampleId(contributorKey, 1)), as: creator },

  // Matches and people
  { name: "match", path: matchOf(creatorKey, false), as: creator },
  { name: "match-talking", path: matchOf(creatorKey, true), as: creator },
  { name: "match-contributor", path: matchOf(contributorKey, false), as: contributor },
  { name: "matches", path: paths.matches(), as: creator },
  { name: "matches-contributor", path: paths.matches(), as: contributor },
  { name: "matches-free", path: paths.matches(), as: starter },
  { name: "profile", path: paths.profile(personId(contributorKey)), as: creator },
  { name: "profile-own", path: paths.ownProfile(), as: contributor },
  { name: "profile-creator", path: paths.profile(personId(creatorKey)), as: contributor },
  { name: "profile-creator-words", path: paths.profile(personId(wordsOnly.key)), as: contributor },
  { name: "profile-creator-own", path: paths.ownProfile(), as: creator },
  { name: "profile-missing", path: paths.profile(nobody), as: creator },
  { name: "saved", path: paths.saved(), as: creator },
  { name: "saved-empty", path: paths.saved(), as: newcomer },
  { name: "favorite", path: paths.favorite(favorites[0] ?? nobody), as: creator },
  { name: "compare", path: withPeople(paths.compareFavorites(), favorites), as: creator },
  { name: "report", path: paths.reportThing("profile", personId(contributorKey)), as: creator },
  { name: "block", path: paths.blockPerson(personId(contributorKey)), as: creator },

  // Dashboards
  { name: "dashboard", path: paths.dashboard(), as: creator },
  { name: "menu", path: paths.dashboard(), as: creator, act: press(".menu-button"), onlyNarrow: true },
  { name: "dashboard-contributor", path: paths.dashboard(), as: contributor },
  {
    name: "menu-contributor",
    path: paths.dashboard(),
    as: contributor,
    act: press(".menu-button"),
    onlyNarrow: true,
  },
  { name: "dashboard-pending", path: paths.dashboard(), as: emailOf(waiting) },
  { name: "dashboard-rejected", path: paths.dashboard(), as: rejected },
  { name: "dashboard-newcomer", path: paths.dashboard(), as: newcomer },
  { name: "creator-dashboard", path: paths.creatorDashboard(), as: creator },
  { name: "creator-dashboard-free", path: paths.creatorDashboard(), as: starter },
  { name: "analytics", path: paths.analytics(), as: creator },
  { name: "analytics-locked", path: paths.analytics(), as: starter },
  { name: "invite", path: paths.invitePeople(), as: creator },
  { name: "invite-email", path: paths.invitePeople({ tab: "email" }), as: creator },
  { name: "invite-social", path: paths.invitePeople({ tab: "social" }), as: creator },
  { name: "notifications", path: paths.notifications(), as: creator },
  { name: "notifications-contributor", path: paths.notifications(), as: contributor },

  // Conversations
  { name: "messages", path: paths.messages(), as: creator },
  { name: "messages-unread", path: paths.messages({ filter: "unread" }), as: creator },
  { name: "messages-empty", path: paths.messages(), as: newcomer },
  { name: "messages-requests", path: paths.messages({ filter: "requests" }), as: creator },
  { name: "messages-archived", path: paths.messages({ filter: "archived" }), as: creator },
  { name: "messages-search", path: paths.messages({ q: "ma" }), as: creator },
  { name: "thread-request", path: paths.conversation(talkOf(creatorKey, "request")), as: creator },
  { name: "thread", path: paths.conversation(talkOf(creatorKey, "direct")), as: creator },
  { name: "thread-group", path: paths.conversation(talkOf(creatorKey, "group")), as: creator },
  { name: "limit-message", path: paths.conversation(talkOf(starterKey, "direct")), as: starter },
  { name: "new-conversation", path: paths.newConversation(), as: creator },
  { name: "new-conversation-none", path: paths.newConversation({ q: "zzzzz" }), as: creator },

  // Projects
  { name: "projects", path: paths.projects(), as: contributor },
  { name: "projects-none", path: paths.projects({ q: "zzzzz" }), as: contributor },
  { name: "projects-applications", path: paths.projects({ view: "applications" }), as: contributor },
  { name: "projects-owner", path: paths.projects(), as: creator },
  { name: "project", path: paths.project(briefId(own.key)), as: creator },
  { name: "applicant", path: paths.applicant(briefId(own.key), applicants[0] ?? nobody), as: creator },
  {
    name: "compare-applicants",
    path: withPeople(paths.compareApplicants(briefId(own.key)), applicants),
    as: creator,
  },
  { name: "project-none", path: paths.project(briefId(unanswered.key)), as: emailOf(unanswered.owner) },
  { name: "project-view", path: paths.project(briefId(open.key), { apply: "1" }), as: contributor },
  { name: "project-applied", path: paths.project(briefId(applied.key)), as: contributor },
  { name: "project-closed", path: paths.project(briefId(closed.key)), as: contributor },
  { name: "project-missing", path: paths.project(nobody), as: contributor },
  { name: "brief", path: paths.projectBrief(), as: creator },
  { name: "brief-requirements", path: paths.projectBrief({ step: "requirements" }), as: creator },
  { name: "brief-preview", path: paths.projectBrief({ step: "preview" }), as: creator },
  { name: "brief-budget", path: paths.projectBrief({ step: "budget" }), as: creator },
  { name: "limit-post", path: paths.projectBrief({ limit: "post" }), as: starter },

  // Your own pages
  { name: "work", path: paths.samples(), as: contributor },
  { name: "work-new", path: paths.newSample(), as: contributor },
  { name: "work-link", path: paths.newSample({ kind: "link" }), as: contributor },
  { name: "work-edit", path: paths.samples(), as: contributor, link: /^\/profile\/work\/[0-9a-f-]{36}$/ },
  { name: "edit-profile", path: paths.editProfile(), as: contributor },
  { name: "edit-profile-terms", path: paths.editProfile({ section: "terms" }), as: contributor },
  { name: "edit-profile-creator", path: paths.editProfile({ section: "services" }), as: creator },
  ...seenBy(creator, settings),
  { name: "payment", path: paths.pricing(), as: starter, link: /^\/payment$/ },
  { name: "payment-unknown", path: paths.payment(), as: starter },
  {
    name: "payment-declined",
    path: paths.pricing(),
    as: starter,
    async act(page) {
      await pay(page, "Subscribe to Pro", "4000 0000 0000 0002");
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "payment-confirming", path: paths.paymentSuccess(), as: creator },

  // Admins
  ...seenBy(admin, adminLists),
  { name: "admin", path: adminPaths.reviewContributor(personId(waiting.key)), as: admin },
  { name: "admin-person", path: adminPaths.person(personId(starterKey)), as: admin },
  { name: "admin-report", path: adminPaths.reports(), as: admin, link: /^\/admin\/reports\/./ },
  { name: "admin-refund", path: adminPaths.refunds(), as: admin, link: /^\/admin\/refunds\/./ },
  { name: "admin-appeal", path: adminPaths.appeals(), as: admin, link: /^\/admin\/appeals\/./ },
  { name: "admin-message", path: adminPaths.contactInbox(), as: admin, link: /^\/admin\/contact\/./ },
  { name: "admin-reset", path: adminPaths.resetUsage(personId(starterKey)), as: admin },
  { name: "admin-denied", path: paths.admin(), as: creator },

  { name: "mails", path: sitePaths.devMails() },
  ...Object.entries(mails).map(([name, kind]) => ({ name, path: sitePaths.devMail(kind, 0) })),
  ...kitParts.map((part) => ({ name: `kit-${part}`, path: sitePaths.devKit(part) })),

  // These swipe and pay, so they come last.
  {
    name: "discover-upright",
    path: paths.discover(),
    as: creator,
    act: (page) => passUntil(page, "article .over"),
    changes: true,
  },
  {
    name: "discover-words",
    path: paths.discover(),
    as: contributor,
    act: (page) => passUntil(page, "article .worded"),
    changes: true,
  },
  {
    name: "end",
    path: paths.discover(),
    as: contributor,
    act: (page) => passUntil(page, ".deck .moment", 300),
    changes: true,
  },
  {
    name: "limit",
    path: paths.discover(),
    as: starter,
    act: async (page) => {
      await passUntil(page, ".deck .notice");
      await page.goto(paths.discover({ limit: "swipes" }));
    },
    changes: true,
  },
  // Dispatches the event directly, because the button may be in a closed menu.
  {
    name: "toast-list",
    path: paths.saved(),
    as: creator,
    act: (page) => page.locator("main button[value=remove]").first().dispatchEvent("click"),
    changes: true,
  },
  { name: "second-step", path: paths.login(), act: stopAtSecondStep, changes: true },
  { name: "discover-hidden", path: paths.discover(), as: reported, act: hideProfile, changes: true },
  {
    name: "payment-success",
    path: paths.pricing(),
    as: payer,
    act: payOnce("Subscribe to Pro"),
    changes: true,
  },
  {
    name: "payment-success-post",
    path: paths.pricing(),
    as: poster,
    act: payOnce("Buy Pay-Per-Post"),
    changes: true,
  },
  {
    // Comes last, because it hides all other people from search.
    name: "landing-few",
    path: paths.home(),
    before: `UPDATE users SET appears_in_search = false WHERE email NOT IN (${[demoLogins.contributor, ...few].map((email) => `'${email}'`).join(", ")})`,
    changes: true,
  },
];
