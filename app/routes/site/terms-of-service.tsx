import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "~/features/content/legal-page";
import { pageMeta } from "~/features/content/page-meta";
import { StillFrame } from "~/features/content/page-parts";
import { termsOfService } from "~/features/content/pages.server";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import styles from "~/styles/legal-page.css?url";

export const handle: RouteHandle = { styles, isPublic: true };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Terms of Service · Matchcut",
    description: args.data?.description ?? "",
    path: paths.termsOfService(),
  });

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  return termsOfService;
}

export default function TermsOfService() {
  return (
    <LegalPage text={useLoaderData<typeof loader>()}>
      <div className="post-picture">
        <StillFrame name="bridge" isFirst />
      </div>
    </LegalPage>
  );
}
