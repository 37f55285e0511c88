import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound } from "~/http/form.server";
import { allowAnyone, hasDevPages } from "~/http/route.server";
import { listSamples } from "./mail-samples.server";

/** One sample, as a mail client would get it. Production doesn't serve it. */
export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const sample = listSamples().find(
    ({ kind, number }) => kind === args.params.kind && String(number) === args.params.number,
  );
  if (!hasDevPages || !sample) throw notFound();
  return new Response(sample.htmlBody, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
      "X-Frame-Options": "SAMEORIGIN",
    },
  });
}
