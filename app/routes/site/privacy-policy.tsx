import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "~/features/content/page-meta";
import { LegalPage } from "~/features/content/page-parts";
import { privacyPolicy } from "~/features/content/pages.server";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import styles from "~/styles/content-page.css?url";

export const handle: RouteHandle = { styles, isPublic: true };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Privacy Policy | Matchcut",
    description: args.data?.description ?? "",
    path: paths.privacyPolicy(),
  });

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  return privacyPolicy;
}

export default function PrivacyPolicy() {
  return <LegalPage text={useLoaderData<typeof loader>()} />;
}
