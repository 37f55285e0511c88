import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listOutbox } from "~/features/notifications/mailing.server";
import { notFound } from "~/http/form.server";
import { allowAnyone, hasDevPages } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { Badge, Card } from "~/ui/parts";

export const meta: MetaFunction = () => [{ title: "Outbox · Matchcut" }];

export const handle: RouteHandle = { script: false };

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  if (!hasDevPages) throw notFound();
  return { mails: await listOutbox() };
}

/** Shows every email, so that development needs no email provider. Production doesn't have this page. */
export default function DevOutbox() {
  const { mails } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page stack">
      <h1>Outbox</h1>
      <p className="muted">Every email this server would have sent, newest first.</p>
      {mails.length === 0 && <p>No emails yet.</p>}
      {mails.map((mail) => (
        <Card key={mail.id} as="article">
          <h2>{mail.subject}</h2>
          <p className="muted">
            To {mail.to}{" "}
            <Badge tone={mail.sent ? "positive" : "neutral"}>{mail.sent ? "Sent" : "Waiting"}</Badge>
          </p>
          <p className="mail-text">{linked(mail.text)}</p>
        </Card>
      ))}
    </main>
  );
}

function linked(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((piece, index) =>
    index % 2 === 1 ? (
      <a key={piece} href={piece}>
        {piece}
      </a>
    ) : (
      piece
    ),
  );
}
