import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { cards } from "../../../tests/support/paying";
import {
  adapter,
  sideWithoutRetries,
  start,
  stripe,
  subscriber,
} from "../../../tests/support/stripe-adapter";
import { PaymentRefused, type PaymentsPort, PaymentsUnavailable } from "./payments-port.server";

const now = new Date(start);

async function stateOf(customer: string) {
  const [subscription] = await adapter.listSubscriptions(customer);
  if (!subscription) throw new Error("No subscription");
  const { priceId, nextPriceId, cancelsAtPeriodEnd } = subscription;
  return { priceId, nextPriceId, cancelsAtPeriodEnd };
}

const cancel = (id: string) => adapter.setCancelAtPeriodEnd(id, true, randomUUID());
const schedule = (priceId: string) => (id: string) =>
  adapter.changeAtPeriodEnd({ subscriptionId: id, priceId }, randomUUID());

const toLarge = (id: string, through: PaymentsPort, key: string) =>
  through.changeNow({ subscriptionId: id, priceId: "price_large", at: now }, key);

const changes: [
  string,
  price: string,
  before: (id: string) => Promise<void>,
  change: (id: string, through: PaymentsPort, key: string) => Promise<void>,
  agreed: Awaited<ReturnType<typeof stateOf>>,
][] = [
  [
    "to a higher price after a cancellation",
    "price_small",
    cancel,
    toLarge,
    { priceId: "price_large", nextPriceId: null, cancelsAtPeriodEnd: false },
  ],
  [
    "to a higher price while another change is scheduled",
    "price_small",
    schedule("price_small_year"),
    toLarge,
    { priceId: "price_large", nextPriceId: null, cancelsAtPeriodEnd: false },
  ],
  [
    "to a lower price after a cancellation",
    "price_large",
    cancel,
    (id, through, key) => through.changeAtPeriodEnd({ subscriptionId: id, priceId: "price_small" }, key),
    { priceId: "price_large", nextPriceId: "price_small", cancelsAtPeriodEnd: false },
  ],
  [
    "to a cancellation while another change is scheduled",
    "price_large",
    schedule("price_small"),
    (id, through, key) => through.setCancelAtPeriodEnd(id, true, key),
    { priceId: "price_large", nextPriceId: null, cancelsAtPeriodEnd: true },
  ],
];

afterEach(() => stripe.faults.next(0, "error"));

// A lost response doesn't need its own case: the second try repeats the request with its key, just as if the next
// request had failed.
test.each(changes)(
  "a change %s, interrupted at any request, leaves everything as before or as agreed, and a second try completes it",
  async (_, price, prepare, change, agreed) => {
    for (let after = 0; ; after += 1) {
      const { customer, id } = await subscriber(price);
      await prepare(id);
      const before = await stateOf(customer);
      const key = randomUUID();
      stripe.faults.next(Infinity, "error", after);
      const wasCut = await change(id, sideWithoutRetries, key).then(
        () => false,
        (error: unknown) => error instanceof PaymentsUnavailable,
      );
      stripe.faults.next(0, "error");
      const [found] = await adapter.listSubscriptions(customer);
      if (found?.isUnfinished) await adapter.finishChange(id, randomUUID());
      expect([before, agreed]).toContainEqual(await stateOf(customer));
      await change(id, adapter, key);
      expect(await stateOf(customer)).toEqual(agreed);
      const charged = Object.values(stripe.account.tables.invoices).filter(
        (invoice) => invoice.customer === customer && invoice.reason === "subscription_update",
      );
      expect(charged).toHaveLength(agreed.priceId === price ? 0 : 1);
      expect(await adapter.listSubscriptions(customer)).toMatchObject([{ isUnfinished: false }]);
      if (!wasCut) {
        expect(after).toBeGreaterThan(1);
        return;
      }
    }
  },
);

test.each([
  ["a cancellation", cancel],
  ["a scheduled change", schedule("price_small_year")],
])("a declined card changes nothing about %s", async (_, prepare) => {
  const { customer, id } = await subscriber("price_small", cards.failsLater);
  await prepare(id);
  const before = await stateOf(customer);
  await expect(toLarge(id, adapter, randomUUID())).rejects.toThrow(PaymentRefused);
  expect(await stateOf(customer)).toEqual(before);
  expect(await adapter.listSubscriptions(customer)).toMatchObject([{ isUnfinished: false }]);
});

test("finishes an interrupted cancellation when the subscription was canceled elsewhere in the meantime", async () => {
  const { customer, id } = await subscriber("price_large");
  await adapter.changeAtPeriodEnd({ subscriptionId: id, priceId: "price_small" }, randomUUID());
  stripe.faults.next(Infinity, "error", 3);
  await expect(sideWithoutRetries.setCancelAtPeriodEnd(id, true, randomUUID())).rejects.toThrow();
  stripe.faults.next(0, "error");
  expect(await adapter.listSubscriptions(customer)).toMatchObject([
    { isUnfinished: true, cancelsAtPeriodEnd: false },
  ]);
  stripe.account.get("subscriptions", id).cancelAtPeriodEnd = true;
  await adapter.finishChange(id, randomUUID());
  expect(await adapter.listSubscriptions(customer)).toMatchObject([
    { isUnfinished: false, cancelsAtPeriodEnd: true },
  ]);
});

test("a step that the provider refuses doesn't count as done", async () => {
  for (let after = 0, isReached = true; isReached; after += 1) {
    const { customer, id } = await subscriber("price_large");
    await schedule("price_small")(id);
    stripe.faults.next(1, "invalid", after);
    const isDone = await adapter.keepPrice(id, randomUUID()).then(
      () => true,
      () => false,
    );
    isReached = !stripe.faults.isDue;
    stripe.faults.next(0, "error");
    if (isDone) expect(await stateOf(customer)).toMatchObject({ nextPriceId: null });
  }
});

test("two processes can finish the same change safely, and later changes aren't affected", async () => {
  const { customer, id } = await subscriber("price_large");
  await cancel(id);
  stripe.faults.next(Infinity, "error", 3);
  const change = { subscriptionId: id, priceId: "price_small" };
  await expect(sideWithoutRetries.changeAtPeriodEnd(change, randomUUID())).rejects.toThrow();
  stripe.faults.next(0, "error");
  expect(await adapter.listSubscriptions(customer)).toMatchObject([
    { isUnfinished: true, cancelsAtPeriodEnd: false, nextPriceId: null },
  ]);
  await Promise.all([1, 2].map(() => adapter.finishChange(id, randomUUID())));
  expect(await stateOf(customer)).toMatchObject({ nextPriceId: "price_small" });
  await adapter.keepPrice(id, randomUUID());
  await adapter.finishChange(id, randomUUID());
  expect(await stateOf(customer)).toMatchObject({ nextPriceId: null, cancelsAtPeriodEnd: false });
});

test("refuses a one-time price, whether now or at the end of the period", async () => {
  const { customer, id } = await subscriber();
  const before = await stateOf(customer);
  const change = { subscriptionId: id, priceId: "price_once" };
  await expect(adapter.previewChange({ ...change, at: now })).rejects.toThrow(PaymentRefused);
  await expect(adapter.changeNow({ ...change, at: now }, randomUUID())).rejects.toThrow(PaymentRefused);
  await expect(adapter.changeAtPeriodEnd(change, randomUUID())).rejects.toThrow(PaymentRefused);
  expect(await stateOf(customer)).toEqual(before);
});

test("subscribers keep an archived price through every change, and others can't get it", async () => {
  const kept = await subscriber("price_large");
  const archived = stripe.account.get("prices", "price_large");
  archived.active = false;
  const toSmall = { subscriptionId: kept.id, priceId: "price_small" };
  await adapter.changeAtPeriodEnd(toSmall, randomUUID());
  expect(await stateOf(kept.customer)).toMatchObject({ priceId: "price_large", nextPriceId: "price_small" });
  await adapter.keepPrice(kept.id, randomUUID());
  await cancel(kept.id);
  await adapter.changeAtPeriodEnd(toSmall, randomUUID());
  await adapter.setCancelAtPeriodEnd(kept.id, true, randomUUID());
  await adapter.setCancelAtPeriodEnd(kept.id, false, randomUUID());
  await stripe.advance(31 * 86_400_000);
  stripe.account.move(-31 * 86_400_000);
  expect(await stateOf(kept.customer)).toEqual({
    priceId: "price_large",
    nextPriceId: null,
    cancelsAtPeriodEnd: false,
  });
  const other = await subscriber("price_small");
  await cancel(other.id);
  const before = await stateOf(other.customer);
  // The change was interrupted, and then the price was archived, so everything is as it was before.
  archived.active = true;
  stripe.faults.next(Infinity, "error", 3);
  const refused = { subscriptionId: other.id, priceId: "price_large" };
  await expect(sideWithoutRetries.changeAtPeriodEnd(refused, randomUUID())).rejects.toThrow();
  stripe.faults.next(0, "error");
  expect(await adapter.listSubscriptions(other.customer)).toMatchObject([
    { isUnfinished: true, cancelsAtPeriodEnd: false },
  ]);
  archived.active = false;
  await adapter.finishChange(other.id, randomUUID());
  await expect(adapter.previewChange({ ...refused, at: now })).rejects.toThrow(PaymentRefused);
  await expect(adapter.changeNow({ ...refused, at: now }, randomUUID())).rejects.toThrow(PaymentRefused);
  await expect(adapter.changeAtPeriodEnd(refused, randomUUID())).rejects.toThrow(PaymentRefused);
  expect(await stateOf(other.customer)).toEqual(before);
  expect(await adapter.listSubscriptions(other.customer)).toMatchObject([{ isUnfinished: false }]);
  archived.active = true;
});
