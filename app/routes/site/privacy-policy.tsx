import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "~/features/content/legal-page";
import { pageMeta } from "~/features/content/page-meta";
import { StillFrame } from "~/features/content/page-parts";
import { privacyPolicy } from "~/features/content/pages.server";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import styles from "~/styles/legal-page.css?url";

export const handle: RouteHandle = { styles, isPublic: true };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Privacy Policy · Matchcut",
    description: args.data?.description ?? "",
    path: paths.privacyPolicy(),
  });

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  return privacyPolicy;
}

export default function PrivacyPolicy() {
  return (
    <LegalPage text={useLoaderData<typeof loader>()}>
      <figure className="stripped film">
        <StillFrame name="mountains" small="mountains-360" isFirst />
        <figcaption>
          <p>A picture loses its hidden data before anyone sees it:</p>
          <p>
            <s>where it was taken</s> <s>when it was taken</s> <s>which camera or phone took it</s>
          </p>
        </figcaption>
      </figure>
    </LegalPage>
  );
}
