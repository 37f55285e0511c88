import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { allowAnyone } from "~/http/route.server";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { ButtonLink } from "~/ui/parts";

export const meta = pageTitle("What happens after you report");

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  return { isGuest: actor === null };
}

export default function WhatHappensNext() {
  const { isGuest } = useLoaderData<typeof loader>();
  return (
    <div className="narrow stack">
      <h1>What happens after you report</h1>
      <ol className="stack">
        <li>We saved a copy of what you reported, so we can review it even if it's changed or deleted.</li>
        <li>Someone at Matchcut reviews it. The most serious reports come first.</li>
        <li>
          If it breaks our guidelines, we hide it, warn the person responsible or suspend their account. If it
          doesn't, we leave it as it is.
        </li>
        <li>
          {isGuest
            ? "We can't tell you the outcome without an account. Next time, sign in before you report."
            : "You'll get a notification with the outcome."}
        </li>
      </ol>
      <p>No one outside our team will know it was you.</p>
      <p>
        {isGuest ? (
          <ButtonLink kind="secondary" to={paths.home()}>
            Back to Matchcut
          </ButtonLink>
        ) : (
          <ButtonLink kind="secondary" to={paths.dashboard()}>
            Go to your dashboard
          </ButtonLink>
        )}
      </p>
    </div>
  );
}
