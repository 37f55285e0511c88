import { randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { db } from "~/platform/db.server";
import { makeMember } from "./support/people";

const [former, current] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];

/** The product as it starts with a SESSION_SECRET. */
async function productWith(secret: string) {
  vi.resetModules();
  vi.stubEnv("SESSION_SECRET", secret);
  return {
    form: await import("~/http/form.server"),
    cookies: await import("~/http/cookies.server"),
    devices: await import("~/features/accounts/sessions.server"),
    departing: await import("~/features/accounts/departing.server"),
    appeals: await import("~/features/accounts/suspending.server"),
    pending: await import("~/features/accounts/signing-in.server"),
    mails: await import("~/features/notifications/preferences.server"),
    mailText: await import("~/features/notifications/mailing.server"),
    newsletter: await import("~/features/newsletter/newsletter.server"),
    factor: await import("~/features/second-factor/codes.server"),
    stops: await import("~/features/referrals/inviting.server"),
    addresses: await import("~/features/referrals/inviting.server"),
  };
}
type Product = Awaited<ReturnType<typeof productWith>>;

let products: Record<"former" | "both" | "current", Product>;
let member: Awaited<ReturnType<typeof makeMember>> & { passwordHash: string };
const leavesAt = new Date(Date.now() + 86_400_000);
let leaver: string;
const email = "invited@example.com";

beforeAll(async () => {
  const person = await makeMember();
  const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: person.userId } });
  member = { ...person, passwordHash };
  leaver = (await makeMember()).userId;
  await db.user.update({ where: { id: leaver }, data: { leavesAt } });
  products = {
    former: await productWith(former),
    both: await productWith(`${current}, ${former}`),
    current: await productWith(current),
  };
});
afterEach(() => vi.unstubAllEnvs());

const tokenIn = (link: string | null) => new URL(link ?? "").pathname.split("/").at(-1) ?? "";
const withCookie = () => new Request("http://localhost/", { headers: { Cookie: member.cookie } });
const subscriber = randomUUID();
const suspension = () => ({ userId: member.userId, suspensionId: subscriber });

/** How each thing is made, and whether it is accepted. */
const uses: [string, (by: Product) => unknown, (by: Product, made: never) => unknown][] = [
  [
    "a form's token",
    async ({ form }) => (await form.formTokenFor(withCookie())).token,
    ({ form }, made) => form.isFormTokenValid(withCookie(), made),
  ],
  [
    "a signed cookie",
    async ({ cookies }) => (await cookies.draftCookie.serialize("draft")).split(";")[0],
    ({ cookies }, made) => cookies.draftCookie.parse(made),
  ],
  [
    "a device",
    ({ devices }) => devices.newDevice(member.userId),
    ({ devices }, made) => devices.findDevice([made], member.userId),
  ],
  [
    "a mailed way back",
    ({ departing }) => departing.mailedReturn(leaver, leavesAt),
    ({ departing }, made) => departing.findDeparture(made),
  ],
  [
    "a way to appeal",
    ({ appeals }) => appeals.appealTokenFor(suspension()),
    ({ appeals }, made) => appeals.readAppealToken(made),
  ],
  [
    "a sign-in before its second factor",
    ({ pending }) => pending.newPendingSignIn({ id: member.userId, passwordHash: member.passwordHash }),
    ({ pending }, made) => pending.findPendingAccount(made),
  ],
  [
    "a link that ends mails",
    ({ mails }) => tokenIn(mails.unsubscribeLink(member.userId, "digest")),
    ({ mails }, made) => mails.findSubscription(made),
  ],
  [
    "a sealed mail",
    ({ mailText }) => mailText.sealText("Hello"),
    ({ mailText }, made) => mailText.openText(made),
  ],
  [
    "a link out of the newsletter",
    ({ newsletter }) => tokenIn(newsletter.leaveLink(subscriber)),
    ({ newsletter }, made) => newsletter.findLeaving(made),
  ],
  [
    "an app's sealed secret",
    ({ factor }) => factor.seal("secret", "ada"),
    ({ factor }, made) => factor.unseal(made, "ada"),
  ],
  [
    "a link that stops invitations",
    ({ stops }) => tokenIn(stops.stopLink(email)),
    ({ stops }, made) => stops.findStop(made),
  ],
  [
    "an address' hash",
    ({ addresses }) => Buffer.from(addresses.hashOfMailbox(email)),
    ({ addresses }, made) => addresses.hashesOfMailbox(email).some((hash) => Buffer.from(hash).equals(made)),
  ],
];

describe("after a change of SESSION_SECRET", () => {
  test.each(uses)("%s is accepted while the former secret is listed", async (_, make, accepts) => {
    const old = (await make(products.former)) as never;
    expect(await accepts(products.former, old)).toBeTruthy();
    expect(await accepts(products.both, old)).toBeTruthy();
    expect((await accepts(products.current, old)) || null).toBeNull();
    const recent = (await make(products.both)) as never;
    expect(await accepts(products.current, recent)).toBeTruthy();
    expect((await accepts(products.former, recent)) || null).toBeNull();
  });
});
