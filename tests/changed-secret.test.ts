import { createCipheriv, createHmac, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { db } from "~/platform/db.server";
import { makeMember } from "./support/people";

const [former, current] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];

/** Imports the product's modules afresh, as a process with this SESSION_SECRET would. */
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
    unsent: await import("~/features/accounts/unsent-forms.server"),
    factor: await import("~/features/second-factor/codes.server"),
    stops: await import("~/features/referrals/inviting.server"),
    addresses: await import("~/features/referrals/inviting.server"),
    securityLog: await import("~/platform/security-log.server"),
  };
}
type Product = Awaited<ReturnType<typeof productWith>>;

let products: Record<"former" | "both" | "current", Product>;
let member: Awaited<ReturnType<typeof makeMember>> & { passwordHash: string };
const leavesAt = new Date(Date.now() + 86_400_000);
let leaver: string;
const email = "invited@example.com";
const hashOfMailbox = () => hmac(email, keyFor("matchcut invited addresses"));

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

// Computes values with node:crypto instead of the product's code, as the product should with `current` as its secret.
const hmac = (text: string, key: string | Buffer = current) =>
  createHmac("sha256", key).update(text).digest();
const keyFor = (label: string) => Buffer.from(hkdfSync("sha256", current, "", label, 32));
const signed = (purpose: string, text: string) =>
  `${text}.${hmac(`${purpose}:${text}`).toString("base64url")}`;
function sealed(label: string, text: string, holder = ""): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyFor(label), nonce).setAAD(Buffer.from(holder));
  const bytes = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), bytes]);
}

/**
 * Each use of the secret: how to make a value, how to check one, and a value that's already in someone's browser, an
 * email or a table.
 */
const uses: [string, (by: Product) => unknown, (by: Product, made: never) => unknown, () => unknown][] = [
  [
    "a form's token",
    async ({ form }) => (await form.formTokenFor(withCookie())).token,
    ({ form }, made) => form.isFormTokenValid(withCookie(), made),
    () => hmac(`form:${member.token}`).toString("base64url"),
  ],
  [
    "the account marked in a form",
    ({ unsent }) => unsent.formMarkOf(member.userId),
    ({ unsent }, made) => unsent.accountInMark(made),
    () => sealed("matchcut account of a form", member.userId).toString("base64url"),
  ],
  [
    "a signed cookie",
    async ({ cookies }) => (await cookies.draftCookie.serialize("draft")).split(";")[0],
    ({ cookies }, made) => cookies.draftCookie.parse(made),
    () => {
      const value = Buffer.from('"draft"').toString("base64");
      const signature = hmac(value).toString("base64").replace(/=+$/, "");
      return `draft=${encodeURIComponent(`${value}.${signature}`)}`;
    },
  ],
  [
    "a device cookie",
    ({ devices }) => devices.newDevice(member.userId),
    ({ devices }, made) => devices.findDevice([made], member.userId),
    () => signed(`device:${member.userId}`, "yG3rT0bX9aQ-_8Zk"),
  ],
  [
    "an emailed link to keep an account",
    ({ departing }) => departing.mailedReturn(leaver, leavesAt),
    ({ departing }, made) => departing.findDeparture(made),
    () => signed("come-back", `${leaver}.${leavesAt.getTime()}.0`),
  ],
  [
    "a link to appeal",
    ({ appeals }) => appeals.appealTokenFor(suspension()),
    ({ appeals }, made) => appeals.readAppealToken(made),
    () => signed("appeal", `${member.userId}.${subscriber}.${Date.now() + 60_000}`),
  ],
  [
    "a sign-in that awaits its second factor",
    ({ pending }) => pending.newPendingSignIn({ id: member.userId, passwordHash: member.passwordHash }),
    ({ pending }, made) => pending.findPendingAccount(made),
    () => {
      const { userId, passwordHash } = member;
      const until = Date.now() + 60_000;
      const proof = hmac(`${userId}:${until}:${passwordHash}`, keyFor("matchcut pending sign-in"));
      return { userId, until, proof: proof.toString("base64url") };
    },
  ],
  [
    "an unsubscribe link",
    ({ mails }) => tokenIn(mails.unsubscribeLink(member.userId, "digest")),
    ({ mails }, made) => mails.findSubscription(made),
    () => signed("unsubscribe", `${member.userId}.digest`),
  ],
  [
    "an encrypted email",
    ({ mailText }) => mailText.sealText("Hello"),
    ({ mailText }, made) => mailText.openText(made),
    () => `sealed:${sealed("matchcut mail text", "Hello").toString("base64url")}`,
  ],
  [
    "a link to leave the newsletter",
    ({ newsletter }) => tokenIn(newsletter.leaveLink(subscriber)),
    ({ newsletter }, made) => newsletter.findLeaving(made),
    () => signed("newsletter", subscriber),
  ],
  [
    "an authenticator app's encrypted secret",
    ({ factor }) => factor.seal("secret", "ada"),
    ({ factor }, made) => factor.unseal(made, "ada"),
    () => sealed("matchcut second factor", "secret", "ada"),
  ],
  [
    "a link to stop invitations",
    ({ stops }) => tokenIn(stops.stopLink(email)),
    ({ stops }, made) => stops.findStop(made),
    () => signed("invitation-stop", hashOfMailbox().toString("base64url")),
  ],
  [
    "the hash of an address",
    ({ addresses }) => Buffer.from(addresses.hashOfMailbox(email)),
    ({ addresses }, made) => addresses.hashesOfMailbox(email).some((hash) => Buffer.from(hash).equals(made)),
    () => hashOfMailbox(),
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

describe("with the same SESSION_SECRET, after any change of the code", () => {
  test.each(uses)("%s is still accepted", async (_, _make, accepts, held) => {
    expect(await accepts(products.current, held() as never)).toBeTruthy();
  });

  test("the log's hash of a guest's address stays the same", () => {
    const hash = hmac("198.51.100.1", keyFor("matchcut security log")).toString("base64url").slice(0, 16);
    expect(products.current.securityLog.keyedHash("198.51.100.1")).toBe(hash);
  });
});
