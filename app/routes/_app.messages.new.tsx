import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Composer } from "~/features/messaging/components/composer";
import { SignInFirst } from "~/features/messaging/components/sign-in-first";
import { limitIn, refusalErrors } from "~/features/messaging/message";
import { messageSchema } from "~/features/messaging/message.schema";
import { findRecipient } from "~/features/messaging/opening.server";
import { writeTo } from "~/features/messaging/sending.server";
import { allowAnyone, placeOf, requireMember } from "~/http/guards.server";
import { readForm } from "~/http/read-form.server";
import { notFound } from "~/http/refusals.server";
import { paths } from "~/paths";
import { LimitDialog } from "~/shell/limit-dialog";
import { PageFailure } from "~/shell/page-failure";
import { useRootData } from "~/shell/root-data";
import { Avatar } from "~/ui/avatar";
import { Card } from "~/ui/card";
import { Link } from "~/ui/link";

export const meta: MetaFunction = () => [{ title: "New message · Matchcut" }];

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return { view: "guest" as const, place: placeOf(args.request) };
  const query = new URL(args.request.url).searchParams;
  const recipient = await findRecipient(actor, query.get("to") ?? "");
  if (!recipient) throw notFound();
  // A refused form keeps its text on this page, even where the conversation has begun in the meantime.
  if (recipient.conversationId && !query.has("sending"))
    throw redirect(paths.conversation(recipient.conversationId));
  return { view: "composer" as const, recipient, messageId: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireMember(args);
  const form = await readForm(args, messageSchema);
  if (!form.ok) return form.reply;
  const sent = await writeTo(actor, new URL(args.request.url).searchParams.get("to") ?? "", form.value);
  if (sent.ok) return redirect(paths.conversation(sent.conversationId), 303);
  switch (sent.refused) {
    case "yourself":
    case "not-found":
    case "not-participant":
    case "blocked":
      throw notFound();
    default:
      return form.refuse(refusalErrors(sent), sent.refused === "too-many" ? 429 : 409);
  }
}

export default function NewMessage() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const savesData = useRootData()?.savesData;
  if (data.view === "guest") return <SignInFirst redirectTo={data.place} />;
  const { personId, name, avatarUrl, conversationId } = data.recipient;
  const limit = limitIn(result?.error);
  return (
    <div className="narrow stack">
      <h1>Start a conversation with {name}</h1>
      <Card>
        <div className="row">
          <Avatar name={name} src={avatarUrl} size="medium" savesData={savesData} />
          <Link to={paths.profile(personId)}>See {name}'s profile</Link>
        </div>
        {conversationId && (
          <p>
            <Link to={paths.conversation(conversationId)}>Your conversation has begun already</Link>
          </p>
        )}
        <Composer
          key={personId}
          action={paths.newMessage({ to: personId, sending: "1" })}
          messageId={data.messageId}
          result={result}
        />
      </Card>
      <p>
        <Link to={paths.messages()}>All conversations</Link>
      </p>
      {limit !== null && (
        <LimitDialog title="Message Limit Reached" closesInPlace closeTo={paths.newMessage({ to: personId })}>
          <p>You have sent all the messages that your plan allows. {limit}</p>
        </LimitDialog>
      )}
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load messages" />;
}
