import type { LoaderFunctionArgs } from "@remix-run/node";
import { allowAnyone } from "~/http/guards.server";
import { notFound } from "~/http/refusals.server";

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  throw notFound();
}

export async function action(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  throw notFound();
}

export default function Nowhere() {
  return null;
}
