import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listCatalog } from "~/features/catalog/reading.server";
import { directoryMeta } from "~/features/content/directory-meta";
import { DirectoryPage } from "~/features/directory/components/directory-page";
import { readDirectorySort, serviceOfSlug } from "~/features/directory/directory";
import { listContributors } from "~/features/directory/listing.server";
import { SaveDirectory } from "~/features/searches/components/save-directory";
import { orNotFound } from "~/http/form.server";
import { allowAnyone, textParam } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import styles from "~/styles/directory-page.css?url";

export const meta: MetaFunction<typeof loader> = (args) => directoryMeta(args);

export const handle: RouteHandle = { styles, publicSeconds: 15 };

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await allowAnyone(args);
  const { services } = await listCatalog();
  const service = orNotFound(serviceOfSlug(services, textParam(args, "service")));
  const query = new URL(args.request.url).searchParams;
  const [sort, after] = [readDirectorySort(query.get("sort")), query.get("after")];
  const page = await listContributors(viewer, service.id, sort, after);
  return { ...page, service, services, sort, isFirstPage: after === null, isGuest: viewer === null };
}

export default function ContributorsOfService() {
  const view = useLoaderData<typeof loader>();
  return <DirectoryPage {...view} saving={<SaveDirectory service={view.service} isGuest={view.isGuest} />} />;
}
