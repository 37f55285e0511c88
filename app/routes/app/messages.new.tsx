import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { loggedFailure } from "~/failure-words";
import type { Actor } from "~/features/accounts/actor";
import { fileTooLarge, mostBytes } from "~/features/media/media";
import { storeFormFile } from "~/features/messaging/attaching.server";
import { fileFieldErrors, messageFormLimits, withFile } from "~/features/messaging/attachment";
import { Composer } from "~/features/messaging/components/composer";
import { MessageAllowanceNote } from "~/features/messaging/components/message-allowance";
import { PeoplePicker } from "~/features/messaging/components/people-picker";
import { SignInFirst } from "~/features/messaging/components/sign-in-first";
import { writeToGroup } from "~/features/messaging/grouping.server";
import { groupTitle, limitIn, refusalErrors, statusOf } from "~/features/messaging/message";
import { newMessageSchema } from "~/features/messaging/message.schema";
import { pickPeople } from "~/features/messaging/searching.server";
import { writeTo } from "~/features/messaging/sending.server";
import { longestGroupName, notYetWords, startingWords, startWords } from "~/features/messaging/starting";
import { findRecipient, readStartRules } from "~/features/messaging/starting.server";
import { canShareFiles } from "~/features/plans/plan-in-force.server";
import { canStartConversations } from "~/features/visibility/standing";
import { forbidden, notFound } from "~/http/form.server";
import { type FileForm, readFileForm } from "~/http/read-upload.server";
import { returnPathOf } from "~/http/request-context.server";
import { allowAnyone, attempt, requireMember } from "~/http/route.server";
import { paths } from "~/paths";
import { LimitDialog } from "~/shell/limit-dialog";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import { useRootData } from "~/shell/root-data";
import guestStyles from "~/styles/guest-part.css?url";
import styles from "~/styles/messages-page.css?url";
import { Avatar } from "~/ui/avatar";
import { Field, fieldOf, fieldProps } from "~/ui/form";
import { ButtonLink, Link } from "~/ui/parts";

export const meta = pageTitle<typeof loader>((data) =>
  data.view === "one" ? `New Conversation with ${data.recipient.name}` : "New Conversation",
);

export const { handle, links } = withStyles(styles, {
  script: "members",
  bodyLimit: mostBytes.video + 128 * 1024,
  bodyLimitWords: fileTooLarge,
  isUpload: true,
  formFailure: startingWords.notCreated,
});

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return { view: "guest" as const, place: returnPathOf(args.request) };
  const query = new URL(args.request.url).searchParams;
  const to = query.get("to");
  return to === null ? pickOrWrite(args, actor, query) : writeToOne(args, actor, to, query.has("sending"));
}

/** People without a profile build one first, then come back here. */
function notYet({ request }: LoaderFunctionArgs, actor: Actor) {
  const build = actor.userType ? null : paths.onboarding({ redirectTo: returnPathOf(request) });
  return { view: "not-yet" as const, build, isHidden: actor.isProfileHidden, words: notYetWords(actor) };
}

async function writeToOne(args: LoaderFunctionArgs, actor: Actor, to: string, isSending: boolean) {
  const recipient = await findRecipient(actor, to);
  // After a refusal, the form stays here with its text, even if the conversation has been started in the meantime.
  if (recipient?.conversationId && !isSending) throw redirect(paths.conversation(recipient.conversationId));
  if (!canStartConversations(actor)) return notYet(args, actor);
  if (!recipient) throw notFound();
  const { start, ...limits } = await readStartRules(actor, [recipient.personId]);
  return {
    view: "one" as const,
    recipient,
    start: recipient.isConnected ? null : start,
    ...limits,
    messageId: randomUUID(),
  };
}

async function pickOrWrite(args: LoaderFunctionArgs, actor: Actor, query: URLSearchParams) {
  if (!canStartConversations(actor)) return notYet(args, actor);
  const isWriting = query.has("sending");
  const q = isWriting ? "" : (query.get("q") ?? "");
  const picked = (q && (await attempt(args, () => pickPeople(actor, q, chosenIn(query))))) || {
    ...(await pickPeople(actor, "", chosenIn(query))),
    q,
    note: q && startingWords.notSearched,
  };
  const people = picked.chosen.map((person) => person.personId);
  const [only] = people;
  if (isWriting && only) {
    const limits = await readStartRules(actor, people);
    return { view: "several" as const, chosen: picked.chosen, ...limits, messageId: randomUUID() };
  }
  const { start } = await readStartRules(actor, people);
  const pick = { view: "pick" as const, ...picked, start };
  if (!query.has("next")) return { ...pick, error: undefined };
  if (!only) return data({ ...pick, error: startingWords.noneChosen }, { status: 400 });
  throw redirect(people.length === 1 ? paths.newMessage({ to: only }) : paths.newGroup(people));
}

const chosenIn = (query: URLSearchParams) => (query.get("with") ?? "").split(" ").filter(Boolean);

export async function action(args: ActionFunctionArgs) {
  const actor = await requireMember(args, newMessageSchema);
  const sharesFiles = await canShareFiles(actor);
  const received = await readFileForm(args, newMessageSchema, messageFormLimits(sharesFiles), (file) =>
    storeFormFile(actor, file),
  );
  try {
    return await send(args, actor, sharesFiles, received);
  } finally {
    await received.discard();
  }
}

async function send(
  args: ActionFunctionArgs,
  actor: Actor,
  sharesFiles: boolean,
  { form, refused }: FileForm<z.output<typeof newMessageSchema>>,
) {
  if (!form.ok) return form.reply;
  if (refused) return form.refuse(fileFieldErrors(refused, sharesFiles), 413);
  const query = new URL(args.request.url).searchParams;
  const to = query.get("to");
  const { groupName, ...message } = withFile(form.value);
  const sent =
    to === null
      ? await writeToGroup(actor, chosenIn(query), message, groupName)
      : await writeTo(actor, to, message);
  if (sent.ok) return redirect(paths.conversation(sent.conversationId), 303);
  switch (sent.refused) {
    case "yourself":
    case "not-found":
    case "not-participant":
    case "blocked":
      throw notFound();
    case "not-yet":
      throw forbidden(notYetWords(actor));
    case "none-chosen":
    case "group-too-large":
      return form.refuse(refusalErrors(sent));
    case "too-many":
    case "daily-limit":
    case "asked-already":
      return form.refuse(refusalErrors(sent), 429);
    default:
      return form.refuse(refusalErrors(sent), statusOf(sent));
  }
}

/** Also after a refusal, so that the page shows who can still be written to, and gets a new message ID. */
export const shouldRevalidate = () => true;

export default function NewMessage() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const root = useRootData();
  if (page.view === "guest")
    return (
      <SignInFirst redirectTo={page.place}>
        <link rel="stylesheet" href={guestStyles} />
      </SignInFirst>
    );
  if (page.view === "not-yet") return <NotYet {...page} />;
  if (page.view === "pick") {
    return (
      <div className="narrow stack">
        <h1>New Conversation</h1>
        <p className="hint">
          {startWords(page.start)} {startingWords.groupTooLarge}
        </p>
        <PeoplePicker view={page} error={page.error ?? result?.error?.[""]?.[0]} />
        <AllConversations />
      </div>
    );
  }
  const isGroup = page.view === "several";
  const people = isGroup ? page.chosen : [page.recipient];
  const ids = people.map((person) => person.personId);
  const name = groupTitle(people.map((person) => person.name));
  const [first = ""] = ids;
  const limit = limitIn(result?.error);
  return (
    <div className="narrow stack">
      <h1>Start a conversation with {name}</h1>
      <div className="stack">
        {people.map((person) => (
          <div className="row" key={person.personId}>
            <Avatar name={person.name} src={person.avatarUrl} size="medium" />
            <Link to={paths.profile(person.personId)}>See {person.name}'s profile</Link>
          </div>
        ))}
        {!isGroup && page.recipient.conversationId && (
          <p>
            <Link to={paths.conversation(page.recipient.conversationId)}>
              Open your conversation with {page.recipient.name}
            </Link>
          </p>
        )}
        {page.start && <p className="hint">{startWords(page.start)}</p>}
        <MessageAllowanceNote
          allowance={page.rules.allowance}
          isRequest={page.isRequest}
          holdsText={Boolean(result)}
        >
          <Composer
            key={ids.join()}
            action={isGroup ? paths.newGroup(ids) : paths.newMessage({ to: first, sending: "1" })}
            messageId={page.messageId}
            result={result}
            attach={page.rules}
            draftName={`draft:${root?.person?.userId}:new:${ids.join()}`}
          >
            {isGroup && (
              <div className="group-name">
                <Field
                  label="Group name"
                  showOptional
                  limit={longestGroupName}
                  {...fieldProps(fieldOf("group", result, "groupName"))}
                />
              </div>
            )}
          </Composer>
        </MessageAllowanceNote>
      </div>
      <p>
        <Link to={paths.newConversation({ people: ids })}>Change people</Link>
      </p>
      <AllConversations />
      {limit !== null && (
        <LimitDialog
          title="Message Limit Reached"
          closesInPage
          closeTo={isGroup ? paths.newGroup(ids) : paths.newMessage({ to: first })}
        >
          <p>You've sent all the messages your plan allows. {limit}</p>
        </LimitDialog>
      )}
    </div>
  );
}

/** For people who aren't approved yet or haven't chosen an account type. */
function NotYet({ build, isHidden, words }: Pick<ReturnType<typeof notYet>, "build" | "isHidden" | "words">) {
  return (
    <div className="narrow stack">
      <h1>New Conversation</h1>
      <div className="stack">
        <p>{words}</p>
        {build ? (
          <ButtonLink to={build}>Build my profile</ButtonLink>
        ) : isHidden ? (
          <ButtonLink to={paths.ownProfile()}>Go to your profile</ButtonLink>
        ) : (
          <ButtonLink to={paths.dashboard()}>Go to your dashboard</ButtonLink>
        )}
      </div>
      <AllConversations />
    </div>
  );
}

function AllConversations() {
  return (
    <p>
      <Link to={paths.messages()}>All conversations</Link>
    </p>
  );
}

export const ErrorBoundary = failurePage(startingWords.notCreated, loggedFailure);
