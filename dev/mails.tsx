import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound } from "~/http/form.server";
import { allowAnyone, hasDevPages } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { sitePaths } from "~/site-paths";
import { listSamples } from "./mail-samples.server";

export const handle: RouteHandle = { script: false };

export const meta: MetaFunction = () => [{ title: "Every email · Matchcut" }];

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  if (!hasDevPages) throw notFound();
  return listSamples().map(({ htmlBody, ...sample }) => ({ ...sample, bytes: Buffer.byteLength(htmlBody) }));
}

/** Shows every kind of email with sample data, as HTML and as text. Production doesn't serve it. */
export default function DevMails() {
  const samples = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page stack">
      <h1>Every email</h1>
      {samples.map(({ kind, number, subject, textBody, bytes }) => (
        <section key={kind + number} id={`${kind}-${number}`} className="stack">
          <h2>{subject}</h2>
          <p className="muted">
            <a href={sitePaths.devMail(kind, number)}>{kind}</a>, {(bytes / 1000).toFixed(1)} KB
          </p>
          <iframe
            title={subject}
            src={sitePaths.devMail(kind, number)}
            loading="lazy"
            width="640"
            height="760"
            style={{ maxWidth: "100%" }}
          />
          <details>
            <summary>As text</summary>
            <p className="mail-text">{textBody}</p>
          </details>
        </section>
      ))}
    </main>
  );
}
