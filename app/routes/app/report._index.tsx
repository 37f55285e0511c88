import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { allowAnyone } from "~/http/route.server";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/parts";

export const meta: MetaFunction = () => [
  { title: "What happens with a report · Matchcut" },
  { name: "robots", content: "noindex" },
];

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  return { isGuest: actor === null };
}

export default function WhatHappensNext() {
  const { isGuest } = useLoaderData<typeof loader>();
  return (
    <div className="narrow stack">
      <h1>What happens with a report</h1>
      <ol className="stack">
        <li>We have kept what you reported as you saw it, even if it is changed or deleted now.</li>
        <li>A person at Matchcut looks at it, the most serious reports first.</li>
        <li>
          If it breaks the guidelines, we hide it, or we warn the person behind it or suspend their account.
          If not, nothing happens to it.
        </li>
        <li>
          {isGuest
            ? "Without an account we cannot tell you how it ended. Sign in before you report to be told."
            : "You get a notification that says how it ended."}
        </li>
      </ol>
      <p>Nobody but us learns that it was you.</p>
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
