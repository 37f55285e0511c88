import { stripe } from "../../../tests/support/stripe";

// The Stripe stand-in sets environment variables, so this import has to come first.

import { expect, test } from "vitest";
import { confirmAddress, mailAddressLink, requestAddressChange } from "~/features/accounts/address.server";
import { openText } from "~/features/notifications/mailing.server";
import { db } from "~/platform/db.server";
import { sitePaths } from "~/site-paths";
import { buy, customerOf } from "../../../tests/support/checkouts";
import { makeCreator, newClient } from "../../../tests/support/people";
import { followAddress } from "./checking-out.server";

test("receipts go to the new email address after a change", async () => {
  const creator = await makeCreator();
  await buy(creator, "pro", "month");
  const email = `moved-${creator.userId.slice(0, 8)}@example.com`;
  await requestAddressChange(creator, { email, password: creator.password }, newClient());
  const change = await db.addressChange.findFirstOrThrow({ where: { userId: creator.userId } });
  await mailAddressLink(String(change.id));
  const mail = await db.outboxMail.findFirstOrThrow({ where: { toAddress: email } });
  const token = openText(mail.textBody)?.split(sitePaths.confirmAddress(""))[1]?.split(/\s/)[0] ?? "";
  expect(await confirmAddress(creator, token)).toMatchObject({ ok: true });
  const [job] = await db.$queryRaw<{ task: string }[]>`
    SELECT t.identifier AS task FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE j.payload->>'userId' = ${creator.userId} AND t.identifier = 'accounts:address-changed'`;
  expect(job).toBeDefined();
  await followAddress(creator.userId);
  expect(stripe.account.get("customers", await customerOf(creator)).email).toBe(email);
});

test("a person who has bought nothing has no customer", async () => {
  const creator = await makeCreator();
  await followAddress(creator.userId);
  expect(await customerOf(creator)).toBe("");
});
