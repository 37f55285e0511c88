import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect, data as reply } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { isContributor } from "~/features/accounts/actor";
import { type Acquaintance, acquaintancesOf } from "~/features/discovery/acquainting.server";
import { AboutPerson, MetWords, type PersonAbout } from "~/features/discovery/components/about-person";
import { craftOf } from "~/features/discovery/components/acquaintance";
import { fileTooLarge, mostBytes } from "~/features/media/media";
import { storeFormFile } from "~/features/messaging/attaching.server";
import {
  fileFieldErrors,
  messageFormLimits,
  type WaitingFile,
  withFile,
} from "~/features/messaging/attachment";
import { Composer } from "~/features/messaging/components/composer";
import { ConversationList } from "~/features/messaging/components/conversation-list";
import { MessageAllowanceNote } from "~/features/messaging/components/message-allowance";
import { MessageList, OutgoingList, useChange } from "~/features/messaging/components/message-list";
import { SignInFirst } from "~/features/messaging/components/sign-in-first";
import { LiveFrame, MemberList, RequestAnswer, ThreadHead } from "~/features/messaging/components/thread";
import { useConversation } from "~/features/messaging/components/use-conversation";
import { useOutgoing } from "~/features/messaging/components/use-outgoing";
import { usePresence } from "~/features/messaging/components/use-presence";
import { listConversations } from "~/features/messaging/inbox.server";
import { limitIn, messageWords, pendingText, refusalErrors, statusOf } from "~/features/messaging/message";
import { messageSchema } from "~/features/messaging/message.schema";
import { sendMessage } from "~/features/messaging/sending.server";
import { getConversation, type ThreadView } from "~/features/messaging/threads.server";
import { findHiding } from "~/features/moderation/deciding.server";
import { findReportForm } from "~/features/moderation/reporting.server";
import { canShareFiles } from "~/features/plans/plan-in-force.server";
import { notFound } from "~/http/form.server";
import { readFileForm } from "~/http/read-upload.server";
import { returnPathOf } from "~/http/request-context.server";
import { allowAnyone, idParam, requireMember } from "~/http/route.server";
import { parseCount } from "~/ids";
import { copyHeader } from "~/offline-words";
import { paths } from "~/paths";
import { LimitDialog } from "~/shell/limit-dialog";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import { useReportUnread, useRootData } from "~/shell/root-data";
import { ZoneNote } from "~/shell/zone-note";
import styles from "~/styles/conversation-page.css?url";
import guestStyles from "~/styles/guest-part.css?url";
import { BackLink } from "~/ui/back-link";
import type { FormResult } from "~/ui/form";
import { useHasScript } from "~/ui/has-script";
import { Icon } from "~/ui/icon";
import { latePart } from "~/ui/late-part";
import { ButtonLink, Link } from "~/ui/parts";

export const meta = pageTitle<typeof loader>((data) =>
  data.view === "thread" ? titleOf(data.thread) : data.view === "ended" ? endedWords : "Sign in to read this",
);

const endedWords = "This conversation has ended";

const titleOf = ({ name, members, request }: ThreadView) =>
  `${members ? `Group: ${name}` : request === "received" ? `Request from ${name}` : name} · Messages`;

export const { handle, links } = withStyles(styles, {
  script: "members",
  bodyLimit: mostBytes.video + 128 * 1024,
  bodyLimitWords: fileTooLarge,
  isUpload: true,
  keepsOffline: true,
  formFailure: messageWords.notStored,
});

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return { view: "guest" as const, place: returnPathOf(args.request) };
  const before = parseCount(new URL(args.request.url).searchParams.get("before"));
  const conversationId = idParam(args, "conversationId");
  const [conversation, list] = await Promise.all([
    getConversation(actor, conversationId, before, !args.request.headers.has(copyHeader), 1, true),
    listConversations(actor, { pageSize: 10, isNarrow: true }),
  ]);
  if (!conversation) {
    const ref = { kind: "conversation", id: conversationId, seq: null, by: null } as const;
    if (!(await findReportForm(actor, ref))) throw notFound();
    return reply({ view: "ended" as const, conversationId }, 404);
  }
  const { thread, rules } = conversation;
  const [person = null] = await acquaintancesOf(conversation.person);
  return {
    view: "thread" as const,
    thread,
    isOld: before !== null,
    list,
    rules,
    person: person && shownOf(person),
    canInvite: person?.role === "contributor" && thread.hasProfile && !isContributor(actor),
    hiding: thread.isHidden ? await findHiding(actor, "conversation", thread.conversationId) : null,
    messageId: randomUUID(),
  };
}

/** How many frames fill whole rows next to the conversation: one large frame, and two rows of two. */
const framesShown = 5;

/** Only what the page shows, to keep it small. The frames are named by their titles. */
function shownOf(person: Acquaintance): PersonAbout {
  const { name, role, services, priceRange, work, matchedAt, project, match, brief } = person;
  return {
    ...{ name, role, services, priceRange, matchedAt, project },
    work: work.slice(0, framesShown).map((sample) => ({
      ...sample,
      picture: sample.picture && { ...sample.picture, alt: undefined },
    })),
    match: match && { ...match, reasons: [] },
    brief: brief && { ...brief, description: "" },
  };
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireMember(args, messageSchema);
  const conversationId = idParam(args, "conversationId");
  const sharesFiles = await canShareFiles(actor);
  const { form, refused, discard } = await readFileForm(
    args,
    messageSchema,
    messageFormLimits(sharesFiles),
    (file) => storeFormFile(actor, file),
  );
  try {
    if (!form.ok) return form.reply;
    if (refused) return form.refuse(fileFieldErrors(refused, sharesFiles), 413);
    const sent = await sendMessage(actor, conversationId, withFile(form.value));
    if (sent.ok) return redirect(paths.conversation(sent.conversationId), 303);
    if (sent.refused === "not-participant" || sent.refused === "blocked") throw notFound();
    return form.refuse(refusalErrors(sent), statusOf(sent));
  } finally {
    await discard();
  }
}

const HiddenNotice = latePart("HiddenNotice", () => import("~/features/moderation/components/hidden-notice"));

type Shown = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { view: "thread" }>;
export default function Thread() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  if (data.view === "guest")
    return (
      <SignInFirst redirectTo={data.place}>
        <link rel="stylesheet" href={guestStyles} />
      </SignInFirst>
    );
  if (data.view === "ended") return <Ended conversationId={data.conversationId} />;
  return <Conversation key={data.thread.conversationId} data={data} result={result} />;
}

/** Also shows what the person wrote offline before it ended. */
function Ended({ conversationId }: { conversationId: string }) {
  const personId = useRootData()?.person?.userId ?? "";
  const { waiting, retry, discard } = useOutgoing({ conversationId, messages: [] }, personId, () => {});
  return (
    <div className="narrow stack">
      <BackLink to={paths.messages()}>All conversations</BackLink>
      <h1>{endedWords}</h1>
      <p>
        You can't read it or write in it anymore. If something in it breaks our guidelines, you can still
        report it, and we'll see what was written.
      </p>
      <OutgoingList
        items={waiting}
        signIn={paths.login({ redirectTo: paths.conversation(conversationId) })}
        onRetry={retry}
        onDiscard={discard}
      />
      <p>
        <ButtonLink kind="secondary" to={paths.reportThing("conversation", conversationId)}>
          Report this conversation
        </ButtonLink>
      </p>
    </div>
  );
}

function Conversation({ data, result }: { data: Shown; result?: FormResult }) {
  const root = useRootData();
  const { person } = data;
  const { thread, list, unread, notifications, take } = useConversation(data, data.isOld);
  useReportUnread(unread, notifications);
  const outgoing = useOutgoing(thread, root?.person?.userId ?? "", take);
  const change = useChange(thread.conversationId, take);
  const hasScript = useHasScript();
  const presence = usePresence(thread);
  const scroller = useRef<HTMLElement>(null);
  const place = useLocation().key;
  const here = paths.conversation(thread.conversationId);
  const limit = limitIn(result?.error) ?? outgoing.limit;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog closes by a link to this page
  useEffect(outgoing.forgetLimit, [place]);

  function send(messageId: string, content: string, upload: WaitingFile | null) {
    outgoing.send(messageId, content, upload);
    scroller.current?.scrollTo({ top: 0 });
  }
  return (
    <div className="inbox">
      <nav aria-label="Conversations">
        <div className="row">
          <h2>Messages</h2>
          <ButtonLink kind="secondary" small to={paths.newConversation()}>
            New Conversation
          </ButtonLink>
        </div>
        {list.conversations.length > 0 && (
          <ConversationList conversations={list.conversations} current={thread.conversationId} isNarrow />
        )}
        <Link to={paths.messages()} className="folder-link">
          All conversations <Icon name="next" />
        </Link>
      </nav>
      <div className="thread">
        <ThreadHead
          thread={thread}
          isOnline={presence.isOnline}
          words={person ? [craftOf(person), person.priceRange].filter(Boolean).join(" · ") : undefined}
          menu={
            <>
              {thread.personId && thread.hasProfile && (
                <Link to={paths.profile(thread.personId)}>View Profile</Link>
              )}{" "}
              {data.canInvite && thread.personId && (
                <Link to={paths.invite(thread.personId)}>Invite to a project</Link>
              )}
            </>
          }
        />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
        <section ref={scroller} role="log" className="thread-scroll" aria-label="Messages" tabIndex={0}>
          <div className="stack">
            {thread.older && (
              <Link to={paths.conversation(thread.conversationId, { before: thread.older })}>
                Older messages
              </Link>
            )}
            {!thread.older && person && <MetWords person={person} />}
            <MessageList
              messages={thread.messages}
              other={thread}
              conversationId={thread.conversationId}
              change={hasScript && !data.isOld ? change : undefined}
              isSeen={!data.isOld && outgoing.waiting.length === 0 ? thread.isSeen : undefined}
              seenAt={thread.seenAt}
            />
            {thread.messages.length > 0 && <ZoneNote />}
            {data.isOld && <Link to={here}>Newest messages</Link>}
            {!data.isOld && (
              <>
                <OutgoingList
                  items={outgoing.waiting}
                  signIn={paths.login({ redirectTo: here })}
                  onRetry={outgoing.retry}
                  onDiscard={outgoing.discard}
                />
                <LiveFrame thread={thread} />
              </>
            )}
          </div>
        </section>
        <div className="stack thread-foot">
          <p role="status" className="typing">
            {presence.typing}
          </p>
          {thread.request === "received" && <RequestAnswer thread={thread} />}
          {thread.request === "sent" && !thread.isHidden && !result && (
            <p className="notice">{pendingText(thread.awaitedNames)}</p>
          )}
          {thread.isHidden ? (
            <HiddenNotice text={messageWords.hidden} hiding={data.hiding} />
          ) : (
            !thread.canWrite &&
            thread.request !== "sent" && (
              <p className="notice">{thread.members ? messageWords.noneLeft : messageWords.gone}</p>
            )
          )}
          {(thread.canWrite || result) && (
            <MessageAllowanceNote
              allowance={outgoing.allowance ?? data.rules.allowance}
              holdsText={Boolean(result)}
            >
              <Composer
                action={here}
                messageId={data.messageId}
                result={result}
                onSend={data.isOld ? undefined : send}
                onType={presence.sendTyping}
                attach={data.rules}
                placeholder={`Message ${thread.members ? "the group" : (thread.name.split(" ")[0] ?? "")}`}
                draftName={`draft:${root?.person?.userId}:${thread.conversationId}`}
              />
            </MessageAllowanceNote>
          )}
        </div>
      </div>
      {(person || thread.members?.[0]) && (
        <aside className="about">
          {thread.members ? (
            <>
              <h2>Members</h2>
              <MemberList members={thread.members} />
            </>
          ) : (
            person && <AboutPerson person={person} from={here} />
          )}
        </aside>
      )}
      {limit !== null && (
        <LimitDialog title="Message Limit Reached" closesInPage closeTo={here}>
          <p>You've sent all the messages your plan allows. {limit}</p>
        </LimitDialog>
      )}
    </div>
  );
}

export const ErrorBoundary = failurePage("Failed to load messages");
