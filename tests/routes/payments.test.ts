import { cards, payCheckout, stripe } from "../support/stripe";

// The stand-in sets environment variables, so the import above has to come first.

import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { swipe } from "~/features/discovery/swiping.server";
import { converge } from "~/features/payments/converging.server";
import { portalErrors } from "~/features/payments/payment-words";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { payments } from "~/platform/payments/payments.server";
import { sitePaths } from "~/site-paths";
import { startApp } from "../support/app";
import { exhaust } from "../support/limits";
import {
  givePlan,
  makeAdmin,
  makeContributor,
  makeCreator,
  makeMember,
  type Person,
  personPassword,
} from "../support/people";
import { makeProject } from "../support/projects";
import { as } from "../support/request";
import { fillIn, forge, press, send, unmarked } from "../support/submitting";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(() => {
  stripe.webhooks.take();
});

const pro = { priceId: "price_pro_monthly" };
const post = { priceId: "price_pay_per_post" };
const agency = { priceId: "price_agency_monthly" };
const proYearly = { priceId: "price_pro_yearly" };

async function proceed(person: Person, price = pro): Promise<string> {
  const reply = await press(as(person), paths.payment(price), "Proceed to Checkout");
  expect(reply.status).toBe(303);
  return reply.location;
}

/** Fills in the page's form, which the test may send later or as someone else. */
const checkout = async (person: Person, price = pro) =>
  fillIn(await as(person).get(paths.payment(price)), "Proceed to Checkout");

/** Pays, and returns the path in this app that the provider redirects the browser to. */
async function pay(person: Person, price = pro, card: string = cards.good): Promise<string> {
  const { location } = await payCheckout(await proceed(person, price), card);
  const back = new URL(location ?? "");
  return `${back.pathname}${back.search}`;
}

/** The page that the browser gets in the end, after all redirects from the provider. */
async function arrive(person: Person, back: string) {
  const visitor = as(person);
  const reply = await visitor.get(back);
  return reply.status === 303 ? visitor.get(reply.location ?? "") : reply;
}

const webhook = (body: string, signature: string, type = "application/json") =>
  fetch(`${app.origin}${sitePaths.paymentWebhook()}`, {
    method: "POST",
    body,
    headers: { "Stripe-Signature": signature, "Content-Type": type },
  });

describe("/payment", () => {
  test("says what you're buying, from the catalog rather than the URL", async () => {
    const page = await as(null).get(`${paths.payment(pro)}&plan=Gold&description=Free+forever`);
    expect(page.text).toContain("Subscribe to Pro");
    expect(page.text).toContain("$24.99");
    expect(page.text).toContain("Proceed to Checkout");
    expect(page.text).not.toMatch(/Gold|Free forever/);
    expect(page.text).toMatch(
      /Pro, monthly\s+\$24\.99\s+Due today\s+\$24\.99\s+Next payment, \w+ \d+, \d{4}\s+\$24\.99/,
    );
    const once = (await as(null).get(paths.payment(post))).text;
    expect(once).toContain("$25 one time");
    expect(once).toMatch(/Open until \w+ \d+, \d{4}\s+No renewal/);
    expect(once).toContain("from day 30 to day 44 after you pay");
  });

  test("says in its box that the price is missing or unknown", async () => {
    const none = await as(null).get(paths.payment());
    expect(none.text).toContain("Subscribe to the Pro plan");
    expect(none.text).toMatch(/Error processing checkout\s+Price ID is required to proceed with checkout/);
    const unknown = await as(null).get(paths.payment({ priceId: "price_x" }));
    expect(unknown.text).toContain("Price ID not found for this plan, please contact support.");
    expect(unknown.html).toMatch(/class="toast tone-negative"[^>]*>.*Checkout Error/s);
    const creator = await makeCreator();
    const posted = await send(as(creator), forge(await checkout(creator), "priceId", ""));
    expect([posted.status, posted.text.includes("Price ID is required")]).toEqual([400, true]);
  });

  test("asks a guest to sign in, and then returns", async () => {
    const page = await as(null).get(paths.payment(pro));
    const place = paths.payment({ ...pro, checkout: "1" });
    expect(page.html).toContain(`href="${place.replace("&", "&amp;")}"`);
    const reply = await as(null).get(place);
    expect(reply.location).toBe(paths.login({ redirectTo: paths.payment(pro) }));
  });

  test("tells contributors that there's nothing to pay", async () => {
    const reply = await send(as(await makeContributor()), unmarked(await checkout(await makeCreator())));
    expect([reply.status, reply.text.includes("Matchcut is free for contributors")]).toEqual([409, true]);
  });

  test("shows a provider's error on the page, and changes nothing", async () => {
    const creator = await makeCreator();
    stripe.faults.next(50, "error");
    const reply = await press(as(creator), paths.payment(pro), "Proceed to Checkout");
    stripe.faults.next(0, "error");
    expect(reply.status).toBe(503);
    expect(reply.text).toMatch(
      /Error processing checkout\s+Checkout error: Failed to create checkout session/,
    );
    expect(
      await db.payment.count({ where: { userId: creator.userId, checkoutSessionId: { not: null } } }),
    ).toBe(0);
  });

  test("says how long to wait after too many checkouts", async () => {
    const creator = await makeCreator();
    const form = await checkout(creator);
    await exhaust("checkout", creator.userId);
    const refused = await send(as(creator), form);
    expect([refused.status, refused.text]).toEqual([
      429,
      expect.stringMatching(/Please try again in \d+ minutes\./),
    ]);
    expect(await db.payment.count({ where: { userId: creator.userId } })).toBe(0);
  });

  test("lets browsers follow the redirect to the provider", async () => {
    const { headers } = await fetch(`${app.origin}${paths.payment(pro)}`);
    const policy = headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain(`form-action 'self' ${new URL(stripe.url).origin};`);
  });
});

describe("returning from the provider", () => {
  test("confirms Pro as soon as the provider does", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    const back = await visitor.get(await pay(creator));
    expect([back.status, back.location]).toEqual([303, paths.paymentSuccess()]);
    const page = await visitor.get(paths.paymentSuccess());
    // The heading says it, so no toast repeats it.
    expect(page.html).not.toContain('class="toast"');
    const returning = (await visitor.get(paths.paymentSuccess({ from: paths.messages() }))).html;
    for (const to of [paths.messages(), paths.creatorDashboard()])
      expect(returning.slice(returning.indexOf("<main"))).toMatch(
        new RegExp(`<a [^>]*class="btn[^>]*href="${to}"|href="${to}"[^>]*class="btn`),
      );
    for (const words of ["Payment Successful!", "Pro Plan", "Active", "Next billing date"])
      expect(page.text).toContain(words);
    const [, date] = /Next billing date\s+(\w+ \d+, \d{4})/.exec(page.text) ?? [];
    expect(Date.parse(date ?? "")).toBeGreaterThan(Date.now());
    expect((await as(creator).get(paths.billing())).text).toContain("Manage Subscription");
  });

  test("names what waited for room in the plan, and nothing else", async () => {
    const creator = await makeCreator({ services: ["Writer"] });
    const [first, released, held, later] = [
      await makeContributor({ name: "Fay First" }),
      await makeContributor({ name: "Rae Released", location: "Reno, NV", services: ["Writer"] }),
      await makeContributor({ name: "Hal Held" }),
      await makeContributor({ name: "Lou Later" }),
    ];
    const like = (actor: Person, target: Person) =>
      swipe(actor, { targetId: target.userId, liked: true, key: randomUUID() });
    for (const person of [first, released, held]) {
      await like(creator, person);
      await like(person, creator);
    }
    const limit = paths.projectBrief();
    const back = `${await pay(creator)}&from=${encodeURIComponent(limit)}`;
    // Only the first waiting match was released; the job hasn't reached the second one yet.
    await db.swipe.updateMany({ data: { createdAt: new Date(Date.now() - 60_000) } });
    await db.match.updateMany({
      where: { contributorId: released.userId },
      data: { held: false, createdAt: new Date() },
    });
    // From the first view on, the plan has room, so a later match wasn't waiting.
    await arrive(creator, back);
    await like(creator, later);
    await like(later, creator);
    const page = await arrive(creator, back);
    expect(page.text).toContain("These were waiting for room");
    expect(page.text).toContain("Your project brief Your plan has room for it now.");
    expect(page.text).toMatch(/Rae Released is a match now .*Writer, Reno, NV Message Rae Released/);
    expect(page.html).toContain(paths.newMessage({ to: released.userId }));
    expect(page.text).toContain("Hal Held likes you back");
    expect(page.text).not.toMatch(/Fay First|Lou Later/);
    const other = await makeCreator();
    const plain = await arrive(other, await pay(other));
    expect(plain.text).toContain("Payment Successful!");
    expect(plain.text).not.toContain("waiting for room");
  });

  test("continues where the limit was reached, and nowhere else", async () => {
    const creator = await makeCreator();
    await db.userUsage.create({
      data: { userId: creator.userId, swipeCountToday: 10, lastSwipeReset: new Date() },
    });
    await makeContributor();
    const visitor = as(creator);
    const limit =
      /href="(\/pricing\?from=[^"]*)"/.exec((await visitor.get(paths.discover())).html)?.[1] ?? "";
    expect(limit).toBe(paths.pricing({ from: paths.discover() }));
    const pricing = await visitor.get(limit);
    const buy = /href="([^"]*priceId=price_pro_monthly[^"]*)"/
      .exec(pricing.html)?.[1]
      ?.replaceAll("&amp;", "&");
    const paid = await press(visitor, buy ?? "", "Proceed to Checkout");
    const { location } = await payCheckout(paid.location, cards.good);
    const back = new URL(location ?? "");
    const arrived = await arrive(creator, `${back.pathname}${back.search}`);
    expect(arrived.text).toContain("Payment Successful!");
    expect(arrived.html).toMatch(/<a href="\/discover" class="btn btn-primary">Keep swiping/);
    const elsewhere = ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"];
    for (const from of elsewhere) {
      expect((await visitor.get(paths.pricing({ from }))).html).not.toContain("from=");
      expect((await visitor.get(paths.paymentSuccess({ from }))).html).not.toMatch(/evil|alert/);
    }
  });

  test("confirms a paid post, and continues to the brief", async () => {
    const creator = await makeCreator();
    const page = await arrive(creator, await pay(creator, post));
    expect(page.text).toContain("You can now create a project post and send up to 3 messages.");
    expect(page.text).toMatch(/Plan type\s+Pay-Per-Post/);
    expect(page.text).toContain("Expires");
    expect(page.html).toContain(`href="${paths.projectBrief()}"`);
  });

  test("says that paying for a post keeps an open project open", async () => {
    const [owner, other] = [await makeCreator(), await makeCreator()];
    await makeProject(owner);
    const words = "You already have an open project. Paying keeps it open for 30 days from today.";
    expect((await as(owner).get(paths.payment(post))).text).toContain(words);
    for (const page of [await as(owner).get(paths.payment(pro)), await as(other).get(paths.payment(post))])
      expect([page.status, page.text.includes(words)]).toEqual([200, false]);
  });

  test("says that a payment isn't confirmed yet while the provider can't be reached, and asks again", async () => {
    const creator = await makeCreator();
    const back = await pay(creator);
    const id = new URLSearchParams(back.split("?")[1]).get("session_id");
    stripe.faults.next(50, "error");
    const page = await as(creator).get(paths.paymentSuccess({ from: paths.messages() }));
    const toDashboard = await as(creator).get(`${paths.creatorDashboard()}?session_id=${id}`);
    stripe.faults.next(0, "error");
    expect(page.text).toContain("We're confirming your payment");
    expect(page.text).toContain("if you've paid, your plan starts automatically");
    expect(page.html).toContain('<meta http-equiv="refresh" content="4"/>');
    const again = paths.paymentSuccess({ from: paths.messages() });
    expect(page.html).toMatch(new RegExp(`<a [^>]*href="${again.replace("?", "\\?")}"[^>]*>Check again`));
    const visitor = as(creator);
    visitor.cookies.set("flash", toDashboard.cookies.get("flash") ?? "");
    expect((await visitor.get(toDashboard.location)).text).toContain(
      "We're confirming your payment Your plan starts as soon as it's confirmed.",
    );
    expect((await as(creator).get(again)).text).toContain("Your Pro subscription is active.");
  });

  test("says, before and after a post is paid for, what else the project needs", async () => {
    const [unconfirmed, member] = [await makeCreator(), await makeMember()];
    await db.user.update({ where: { id: unconfirmed.userId }, data: { confirmedAt: null } });
    for (const [person, need, href] of [
      [unconfirmed, "You also need to confirm your email address", paths.confirmation()],
      [member, "You also need a profile", paths.onboarding()],
    ] as const) {
      expect((await as(person).get(paths.payment(post))).text).toContain(need);
      const page = await arrive(person, await pay(person, post));
      expect(page.text).toContain(need);
      expect(page.text).not.toContain("You can now create");
      expect(page.html).toContain(`href="${href}"`);
    }
  });

  test("promises nothing because of the URL alone, and shows nothing of another person's", async () => {
    const [creator, other] = [await makeCreator(), await makeCreator()];
    await proceed(creator);
    const open = await as(creator).get(paths.paymentSuccess());
    expect(open.text).toContain("You haven't paid yet");
    expect(open.text).not.toContain("your plan starts automatically");
    expect(open.html).not.toMatch(/<meta http-equiv="refresh"/i);
    expect(open.text).not.toContain("Payment Successful!");
    const back = await pay(await makeCreator());
    expect((await as(other).get(back)).text).toContain("We can't find a payment");
    expect((await as(creator).get(`${paths.creatorDashboard()}?payment_success=true`)).location).toBe(
      paths.creatorDashboard(),
    );
    const plan = await db.userSubscription.findMany({
      where: { userId: { in: [creator.userId, other.userId] } },
    });
    expect(plan.map(({ planType }) => planType)).toEqual(["free", "free"]);
  });

  test("removes the session's ID from the URL when it redirects to the dashboard", async () => {
    const creator = await makeCreator();
    const sessionId = new URLSearchParams((await pay(creator)).split("?")[1]).get("session_id");
    const reply = await as(creator).get(`${paths.creatorDashboard()}?session_id=${sessionId}`);
    expect(reply.location).toBe(paths.creatorDashboard());
    const elsewhere = await as(creator).get(`${paths.dashboard()}?session_id=${sessionId}`);
    expect(elsewhere.location).toBe(`${paths.creatorDashboard()}?session_id=${sessionId}`);
  });
});

test("the page for cards says that there's nothing to manage yet, or that the provider refused", async () => {
  const open = async (person: Person) => {
    const visitor = as(person);
    await visitor.post(paths.billingPortal(), []);
    return (await visitor.get(paths.billing())).text;
  };
  const [newcomer, gone] = [await makeCreator(), await makeCreator()];
  await db.userSubscription.update({
    where: { userId: gone.userId },
    data: { stripeCustomerId: "cus_unknown" },
  });
  expect(await open(newcomer)).toContain(portalErrors.none);
  const refused = await open(gone);
  expect(refused).toContain(portalErrors.refused);
  expect(refused).not.toContain(portalErrors.none);
});

describe("the URL of an earlier return from the provider", () => {
  const oldWords = /Payment Successful!|is active|Agency Plan|Next billing date|can now create/;
  const toDashboard = (back: string) =>
    `${paths.creatorDashboard()}?session_id=${new URLSearchParams(back.split("?")[1]).get("session_id")}`;

  /** Expects these words on both pages, but not the confirmation that was shown after paying. */
  async function expectNow(person: Person, back: string, words: string[]): Promise<void> {
    const page = await arrive(person, back);
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(oldWords);
    for (const word of words) expect(page.text).toContain(word);
    const visitor = as(person);
    await visitor.get(toDashboard(back));
    const dashboard = await visitor.get(paths.creatorDashboard());
    expect(dashboard.text).toContain(words[0]);
    expect(dashboard.text).not.toMatch(/Payment Successful!|is active/);
  }

  async function endAtProvider(person: Person): Promise<void> {
    const { stripeSubscriptionId } = await db.userSubscription.findUniqueOrThrow({
      where: { userId: person.userId },
    });
    await payments?.cancelNow(stripeSubscriptionId ?? "", `ended:${person.userId}`);
    await converge(person.userId);
  }

  test("says that Pro has ended, or which plan replaced it", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    const back = await pay(creator);
    await visitor.get(back);
    await press(visitor, paths.billing(), "Cancel my plan");
    expect((await arrive(creator, back)).text).toMatch(
      /Your Pro subscription is active\..*Ends\s+\w+ \d+, \d{4}/s,
    );
    await endAtProvider(creator);
    await expectNow(creator, back, [
      "Pro has ended",
      "You paid $24.99 for Pro, monthly.",
      "You're on Free now.",
    ]);
    const second = await pay(creator, agency);
    expect((await arrive(creator, second)).text).toContain("Your Agency subscription is active.");
    await expectNow(creator, back, ["You're on Agency now", "The Pro plan you paid for here has ended."]);
  });

  test("says that the payment was refunded or charged back, or that the renewal failed", async () => {
    const creator = await makeCreator();
    const back = await pay(creator);
    await as(creator).get(back);
    const of = { where: { userId: creator.userId } };
    await db.userSubscription.update({
      ...of,
      data: { status: "past_due", graceUntil: new Date(Date.now() + 1e6) },
    });
    await expectNow(creator, back, ["Your last payment failed", "You're on Pro now."]);
    await endAtProvider(creator);
    await db.payment.updateMany({ ...of, data: { status: "refunded" } });
    await expectNow(creator, back, ["This payment was refunded", "You're on Free now."]);
    await db.payment.updateMany({ ...of, data: { status: "disputed" } });
    await expectNow(creator, back, ["This payment was charged back", "You're on Free now."]);
  });

  test("says that a paid post has ended, and doesn't offer to buy another", async () => {
    const creator = await makeCreator();
    const back = await pay(creator, post);
    await as(creator).get(back);
    const of = { where: { userId: creator.userId } };
    const over = new Date(Date.now() - 1000);
    await db.payment.updateMany({ ...of, data: { endsAt: over } });
    await db.userSubscription.update({
      ...of,
      data: { currentPeriodStart: new Date(0), currentPeriodEnd: over },
    });
    await expectNow(creator, back, ["Pay-Per-Post has ended", "You paid $25 for Pay-Per-Post."]);
    expect((await arrive(creator, back)).html).not.toContain("Create Project Post");
  });
});

describe("webhooks", () => {
  test("that the provider has signed are stored, whatever their content type; others aren't", async () => {
    const creator = await makeCreator();
    await pay(creator);
    const events = stripe.webhooks.take();
    const stored = async () => db.paymentEvent.count();
    const before = await stored();
    for (const { body } of events) {
      const refused = await webhook(body, "t=1,v1=0");
      expect([refused.status, await refused.text()]).toEqual([400, "The event wasn't accepted.\n"]);
    }
    expect(await stored()).toBe(before);
    for (const { body, signature } of events)
      for (const type of ["application/json", "application/x-www-form-urlencoded"])
        expect((await webhook(body, signature, type)).status).toBe(204);
    expect(await stored()).toBeGreaterThan(before);
    expect((await webhook("x".repeat(600_000), "t=1,v1=0")).status).toBe(413);
  });

  test("with IDs that the provider would never send are refused, even if they're signed", async () => {
    const secret = process.env.STRIPE_WEBHOOK_SECRET ?? "";
    const signed = (event: unknown) => {
      const body = JSON.stringify(event);
      const at = Math.floor(Date.now() / 1000);
      const signature = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
      return webhook(body, `t=${at},v1=${signature}`);
    };
    const event = (id: unknown, customer: unknown, type: unknown = "invoice.paid") => ({
      ...{ id, object: "event", type },
      data: { object: { id: "in_1", object: "invoice", customer } },
    });
    const before = await db.paymentEvent.count();
    for (const odd of ["evt\0_1", "evt_\ud800", "evt 1", "", "e".repeat(300), 7, null, { id: "evt\0" }])
      for (const sent of [event(odd, "cus_1"), event("evt_odd", odd), event("evt_odd", "cus_1", odd)]) {
        // A customer that isn't a string means no customer, which is valid: some invoices have none.
        if (sent.id === "evt_odd" && [null, 7].includes(sent.data.object.customer as null)) continue;
        expect([JSON.stringify(sent), (await signed(sent)).status]).toEqual([JSON.stringify(sent), 400]);
      }
    expect(await db.paymentEvent.count()).toBe(before);
    expect((await signed(event("evt_plain", null))).status).toBe(204);
  });
});

describe("/settings/billing", () => {
  test("shows the plan, its receipts, and what can be refunded", async () => {
    const creator = await makeCreator();
    expect((await as(creator).get(paths.billing())).text).toContain("No receipts yet.");
    await as(creator).get(await pay(creator));
    const page = await as(creator).get(paths.billing());
    expect(page.text).toMatch(/Pro, monthly\s+\$24\.99 a month\.\s+Renews on/);
    expect(page.text).toMatch(/\w{3} \d+, \d{4}\s+Paid\s+\$24\.99\s+Open receipt \S+/);
    expect(page.text).toContain("Ask for a refund");
    expect((await as(await makeContributor()).get(paths.billing())).text).toContain("Nothing to pay");
  });

  test("lets a member who became a contributor cancel what they bought as a creator", async () => {
    const member = await makeMember();
    await as(member).get(await pay(member));
    await db.profile.update({ where: { id: member.userId }, data: { userType: "contributor" } });
    expect((await as(member).get(paths.billing())).text).toMatch(/Renews on .*Cancel my plan/s);
    await press(as(member), paths.billing(), "Cancel my plan");
    expect((await as(member).get(paths.billing())).text).toContain("Ends on");
  });

  test("cancels at the period's end, and resumes, each once", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    await visitor.get(await pay(creator));
    const cancel = fillIn(await visitor.get(paths.billing()), "Cancel my plan");
    for (const _ of [1, 2]) expect((await send(visitor, cancel)).location).toBe(paths.billing());
    const ending = await visitor.get(paths.billing());
    expect(ending.text).toContain("Ends on");
    const keep = fillIn(ending, "Keep my plan");
    for (const _ of [1, 2]) expect((await send(visitor, keep)).location).toBe(paths.billing());
    expect((await visitor.get(paths.billing())).text).toContain("Renews on");
  });

  test("says what's uncertain while the provider can't be reached, and keeps an account whose plan it can't cancel", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    await visitor.get(await pay(creator));
    const cancel = fillIn(await visitor.get(paths.billing()), "Cancel my plan");
    const yearly = await visitor.get(paths.changePlan(proYearly));
    const [button = ""] = /Pay \$[\d.]+ and change plan/.exec(yearly.text) ?? [];
    const change = fillIn(yearly, button);
    const password = { Password: personPassword };
    const close = fillIn(await visitor.get(paths.deleteAccount()), "Delete my account", password);
    stripe.faults.next(50, "error");
    const canceled = await send(visitor, cancel);
    const said = await visitor.get(canceled.location);
    const changed = await send(visitor, change);
    const closed = await send(visitor, close);
    stripe.faults.next(0, "error");
    expect([canceled.location, said.text.includes("We're not sure that went through")]).toEqual([
      paths.billing(),
      true,
    ]);
    expect([changed.status, changed.text.includes("We're not sure that went through")]).toEqual([503, true]);
    expect([closed.status, closed.text]).toEqual([
      409,
      expect.stringContaining("We couldn't cancel your plan just now, so your account stays open."),
    ]);
    expect((await visitor.get(paths.billing())).text).toContain("Renews on");
    expect((await send(visitor, close)).location).toBe(paths.home());
  });

  test("opens the provider's portal for customers", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    await visitor.get(await pay(creator));
    const manage = fillIn(await visitor.get(paths.billing()), "Manage Subscription");
    expect((await send(visitor, manage)).location).toMatch(new RegExp(`^${stripe.url}/`));
    expect((await send(as(await makeCreator()), unmarked(manage))).location).toBe(paths.billing());
    stripe.faults.next(50, "error");
    expect((await send(visitor, manage)).location).toBe(paths.billing());
    stripe.faults.next(0, "error");
  });

  test("says what a change costs before it's made, and charges exactly that", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    const [late, latePlan] = [await checkout(creator, post), await checkout(creator, agency)];
    await visitor.get(await pay(creator));
    expect((await visitor.get(paths.payment(agency))).location).toBe(paths.changePlan(agency));
    // A single post isn't a plan, so the page doesn't redirect to a change of plan.
    const forPost = await visitor.get(paths.payment(post));
    expect(forPost.text).toContain("Your plan already includes posts, so there's nothing to pay.");
    expect(forPost.text).not.toContain("Proceed to Checkout");
    expect((await send(visitor, late)).status).toBe(409);
    expect(await send(visitor, latePlan)).toMatchObject({ status: 303, location: paths.changePlan(agency) });
    expect((await visitor.get(paths.changePlan(post))).text).toMatch(
      /Your plan didn't change\s+Your plan already includes posts, so there's nothing to pay\./,
    );
    await press(visitor, paths.billing(), "Cancel my plan");
    const page = await visitor.get(paths.changePlan(agency));
    expect(page.text).toContain("If you change it, it renews every month until you cancel.");
    const [, due] = /you pay (\$[\d.]+) today\./.exec(page.text) ?? [];
    expect(due).toMatch(/^\$5[34]/);
    const form = fillIn(page, `Pay ${due} and change plan`);
    const cheaper = await send(visitor, forge(form, "dueCents", "1"));
    expect([cheaper.status, cheaper.text.includes("The amount has changed")]).toEqual([409, true]);
    for (const _ of [1, 2]) expect((await send(visitor, form)).location).toBe(paths.billing());
    const after = await visitor.get(paths.billing());
    expect(after.text).toContain("Agency, monthly");
    expect(after.text).toContain("Renews on");
    expect(after.text).toContain(due);
    await press(visitor, paths.changePlan(pro), "Change my plan");
    const yearly = await visitor.get(paths.changePlan({ priceId: "price_agency_yearly" }));
    expect(yearly.text).toContain("Your scheduled change to Pro, monthly is canceled.");
  });

  test("credits what a cheaper period leaves over, and says so before the change", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    await visitor.get(await pay(creator, proYearly));
    const page = await visitor.get(paths.changePlan(agency));
    expect(page.text).toMatch(/you pay nothing today, and \$170 stays as credit toward your next/);
    expect((await press(visitor, page, "Change my plan")).location).toBe(paths.billing());
    expect((await visitor.get(paths.billing())).text).toContain("Agency, monthly");
  });

  test("says what to do when the card is declined for a change", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    await visitor.get(await pay(creator, pro, cards.failsLater));
    const page = await visitor.get(paths.changePlan(agency));
    const [button = ""] = /Pay \$[\d.]+ and change plan/.exec(page.text) ?? [];
    const refused = await press(visitor, page, button);
    expect(refused.status).toBe(409);
    expect(refused.text).toMatch(
      /Your plan didn't change\s+Your card was declined\. Please update your card under Manage Subscription, then try again\./,
    );
  });

  test("links to the page for the card from everywhere while a payment is overdue", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    const late = [];
    for (const price of [pro, agency, post]) late.push({ price, form: await checkout(creator, price) });
    await visitor.get(await pay(creator));
    const fail = (days: number) =>
      db.userSubscription.update({
        where: { userId: creator.userId },
        data: { status: "past_due", graceUntil: new Date(Date.now() + days * 86_400_000) },
      });
    const words = "Your last payment failed.";
    for (const days of [3, -3]) {
      await fail(days);
      const prices = await visitor.get(paths.pricing());
      expect([prices.text.includes(words), prices.text.includes("Change to")]).toEqual([true, false]);
      expect(prices.html).toMatch(new RegExp(`href="${paths.billing()}"[^>]*>Update your card`));
      for (const { price, form } of days < 0 ? late : late.slice(0, 2)) {
        const payment = await visitor.get(paths.payment(price));
        expect(payment.text).toContain(words);
        expect(payment.text).not.toContain("Proceed to Checkout");
        expect(payment.html).toContain(`href="${paths.billing()}"`);
        expect((await send(visitor, form)).status).toBe(409);
        const change = await visitor.get(paths.changePlan(price));
        expect(change.text).toContain(words);
        expect(change.html).toContain(`action="${paths.billingPortal()}"`);
      }
      const billing = await visitor.get(paths.billing());
      expect(billing.text).toContain("Manage Subscription");
      expect(billing.text).not.toContain("Change your plan");
    }
  });

  test("says when a refund can be requested, if it can't be now", async () => {
    const [subscriber, poster] = [await makeCreator(), await makeCreator()];
    const forms = [];
    const ago = (days: number) => ({ paidAt: new Date(Date.now() - days * 86_400_000) });
    for (const [person, price, days] of [
      [subscriber, pro, 1],
      [poster, post, 31],
    ] as const) {
      await as(person).get(await pay(person, price));
      const { id } = await db.payment.findFirstOrThrow({ where: { userId: person.userId } });
      const page = paths.requestRefund(id);
      await db.payment.update({ where: { id }, data: ago(days) });
      const shown = await as(person).get(page);
      const [button = ""] = /Ask for \$[\d.]+ back/.exec(shown.text) ?? [];
      expect(shown.text).toContain(
        price === pro
          ? "If we refund it, this plan ends right away, along with any time left"
          : "If we refund it, you're on Free right away, and your open project stays open for up to 14 more days.",
      );
      forms.push({ person, page, form: fillIn(shown, button, { "What went wrong?": "No match" }) });
      await db.payment.update({ where: { id }, data: ago(20) });
    }
    // A post that another plan has replaced ends nothing.
    const payment = { userId: poster.userId };
    await db.payment.updateMany({ where: payment, data: ago(31) });
    await givePlan(poster, "pro");
    const replaced = (await as(poster).get(forms[1]?.page ?? "")).text;
    expect([replaced.includes("back"), replaced.includes("right away")]).toEqual([true, false]);
    await db.payment.updateMany({ where: payment, data: ago(20) });
    const [late, early] = forms.map(({ person, page }) => as(person).get(page));
    expect((await late)?.text).toContain(
      "You can't ask for a refund of this payment You can ask for a refund for 14 days after you buy",
    );
    expect((await early)?.text).toMatch(
      /You can't ask for a refund of this payment right now .*day 30 to day 44/,
    );
    for (const { person, form } of forms) {
      const visitor = as(person);
      for (const reason of ["No match", "x".repeat(2001)]) {
        const refused = await send(visitor, forge(form, "reason", reason));
        expect(refused.status).toBe(409);
        expect(refused.text).toMatch(/You can't ask for a refund of this payment.* You can ask for/);
        expect(refused.text, "what they wrote is still there").toContain(reason);
      }
      const silent = await send(visitor, forge(form, "reason", ""));
      expect([silent.status, silent.location]).toEqual([303, paths.billing()]);
      expect((await visitor.get(silent.location)).text).toContain(
        "You can't ask for a refund of this payment",
      );
    }
    expect(
      await db.refundRequest.count({ where: { userId: { in: [subscriber.userId, poster.userId] } } }),
    ).toBe(0);
  });

  test("accepts a refund request, which an admin decides", async () => {
    const [creator, admin] = [await makeCreator({ name: "Rue Refund" }), await makeAdmin()];
    await as(creator).get(await pay(creator));
    const { id } = await db.payment.findFirstOrThrow({ where: { userId: creator.userId } });
    const form = await as(creator).get(paths.requestRefund(id));
    const asked = fillIn(form, "Ask for $24.99 back", { "What went wrong?": "<b>No</b> use" });
    const long = await send(as(creator), forge(asked, "reason", "x".repeat(2001)));
    expect([long.status, long.text.includes("at most 2,000 characters")]).toEqual([400, true]);
    expect(form.text).toMatch(/Pro, monthly, paid on .*\$24\.99.*Ask for \$24\.99 back/s);
    expect(form.text).toContain("You can ask for your money back within 14 days.");
    const other = await send(as(creator), forge(asked, "cents", "1"));
    expect([other.status, other.text.includes("The amount has changed")]).toEqual([409, true]);
    for (const again of [asked, asked, forge(asked, "reason", "")])
      expect((await send(as(creator), again)).location).toBe(paths.billing());
    const changed = await send(as(creator), forge(asked, "reason", "It never opened"));
    expect([changed.status, changed.text]).toEqual([
      409,
      expect.stringMatching(/already asked for this refund.*It never opened/),
    ]);
    expect((await as(creator).get(paths.requestRefund(id))).text).toContain("already asked for this refund");
    const list = await as(admin).get(adminPaths.refunds());
    expect(list.text).toContain("Rue Refund");
    expect(list.html).not.toContain("<b>No</b>");
    const request = await db.refundRequest.findUniqueOrThrow({ where: { paymentId: id } });
    const page = await as(admin).get(adminPaths.decideRefund(request.id));
    expect(page.html).toContain("<li>Pro, monthly");
    expect(page.text).toMatch(/Pro, monthly, paid on [^:]+: \$24\.99/);
    const approval = fillIn(page, "Refund $24.99 and end the plan");
    const undecided = approval.fields.filter(([name]) => name !== "decision");
    expect((await send(as(admin), { ...approval, fields: undecided })).status).toBe(400);
    const more = await send(as(admin), forge(approval, "cents", "1"));
    expect([more.status, more.text.includes("The amount has changed")]).toEqual([409, true]);
    const [note, abuse] = [{ "Note to the customer": "Used up" }, { "They're abusing the guarantee": true }];
    const unmarked = await press(as(admin), page, "Decline", note);
    expect([unmarked.status, unmarked.text]).toEqual([400, expect.stringContaining("only for abuse")]);
    const unexplained = await press(as(admin), page, "Decline", abuse);
    expect([unexplained.status, unexplained.text]).toEqual([400, expect.stringContaining("say why")]);
    // The check mark is kept, so only the note is missing.
    await press(as(admin), unexplained, "Decline", note);
    expect((await as(creator).get(paths.billing())).text).toMatch(/Refund declined\.\s+Our note: Used up/);
    const returned = { status: "failed", refundId: "re_returned", note: "" };
    await db.refundRequest.update({ where: { id: request.id }, data: returned });
    for (const path of [paths.billing(), paths.requestRefund(id)])
      expect((await as(creator).get(path)).text).toContain("Your bank returned the refund. We'll try again");
    const told = { status: "declined", note: "Used up" };
    await db.refundRequest.update({ where: { id: request.id }, data: told });
    expect((await as(creator).get(paths.requestRefund(id))).text).toContain("Our note: Used up");
    await db.refundRequest.update({ where: { id: request.id }, data: returned });
    const again = await as(admin).get(adminPaths.decideRefund(request.id));
    expect(again.text).toMatch(/Returned by the bank.*We've told them.*Close without refunding here/s);
    // A subscription has replaced the post, so the refund ends no plan.
    await db.payment.update({ where: { id }, data: { planType: "pay_per_post", billingInterval: null } });
    const replaced = await as(admin).get(adminPaths.decideRefund(request.id));
    expect(replaced.text).toContain("Refund $24.99");
    expect(replaced.text).not.toContain("end the plan");
  });
});
