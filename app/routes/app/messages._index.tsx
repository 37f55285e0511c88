import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { RevalidateOnHint } from "~/features/live/components/revalidate-on-hint";
import { ConversationList } from "~/features/messaging/components/conversation-list";
import { SignInFirst } from "~/features/messaging/components/sign-in-first";
import { listConversations } from "~/features/messaging/inbox.server";
import { startingWords } from "~/features/messaging/starting";
import { canStartConversations } from "~/features/visibility/standing";
import { returnPathOf } from "~/http/request-context.server";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { failurePage, pageTitle } from "~/shell/page";
import { isSamePage, useUnread } from "~/shell/root-data";
import { ZoneNote } from "~/shell/zone-note";
import styles from "~/styles/messages-page.css?url";
import { DialogLink } from "~/ui/dialog-link";
import { ButtonLink, EmptyState, Pager } from "~/ui/parts";
import { Tabs } from "~/ui/tabs";

export const meta = pageTitle("Messages");

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const handle: RouteHandle = { script: "members", styles, keepsOffline: true };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return { view: "guest" as const, place: returnPathOf(args.request) };
  const query = new URL(args.request.url).searchParams;
  const after = query.get("after");
  const unreadOnly = query.get("filter") === "unread";
  const list = await listConversations(actor, { after, unreadOnly });
  return {
    view: "list" as const,
    ...list,
    unreadOnly,
    isFirst: !after,
    canStartConversations: canStartConversations(actor),
  };
}

/** Opening the dialog changes the URL but doesn't reload the conversations. */
export function shouldRevalidate(step: ShouldRevalidateFunctionArgs) {
  return !isSamePage(step) && step.defaultShouldRevalidate;
}

export default function Messages() {
  const page = useLoaderData<typeof loader>();
  const { unread } = useUnread();
  if (page.view === "guest") return <SignInFirst redirectTo={page.place} />;
  const filter = page.unreadOnly ? "unread" : undefined;
  const isEmpty = page.conversations.length === 0 && page.isFirst;
  return (
    <div className="stack">
      <RevalidateOnHint />
      <div className="row justify-between">
        <h1>Messages</h1>
        {page.canStartConversations && <NewConversation />}
      </div>
      {!page.canStartConversations && <p className="muted">{startingWords.notYet}</p>}
      {unread > 0 && <p className="muted">{unreadWords(unread)}</p>}
      <Tabs
        label="Show"
        items={[
          { to: paths.messages(), label: "All", current: !page.unreadOnly },
          { to: paths.messages({ filter: "unread" }), label: "Unread", current: page.unreadOnly },
        ]}
      />
      {isEmpty ? (
        <NoConversations unreadOnly={page.unreadOnly} />
      ) : (
        <div className="inbox">
          <nav aria-label="Conversations" className="stack">
            <ConversationList conversations={page.conversations} />
            <ZoneNote />
            <Pager
              label="More conversations"
              first={page.isFirst ? undefined : paths.messages({ filter })}
              next={page.next ? paths.messages({ after: page.next, filter }) : undefined}
            />
          </nav>
          <div className="only-wide">
            <EmptyState title="Choose a conversation">It'll open here.</EmptyState>
          </div>
        </div>
      )}
    </div>
  );
}

const loadDialog = import.meta.env.SSR
  ? undefined
  : () =>
      import("~/features/messaging/components/new-conversation-dialog").then(
        (loaded) => loaded.NewConversationDialog,
      );

function NewConversation() {
  return (
    <DialogLink small to={paths.newConversation()} hash="#new" load={loadDialog}>
      New Conversation
    </DialogLink>
  );
}

function NoConversations({ unreadOnly }: { unreadOnly: boolean }) {
  if (unreadOnly) return <EmptyState title="No unread messages">You're all caught up.</EmptyState>;
  return (
    <EmptyState
      title="No conversations yet"
      action={<ButtonLink to={paths.discover()}>Discover people</ButtonLink>}
    >
      Message someone from a match or their profile, and your conversation shows up here.
    </EmptyState>
  );
}

function unreadWords(count: number): string {
  return count === 1 ? "1 conversation has unread messages." : `${count} conversations have unread messages.`;
}

export const ErrorBoundary = failurePage("Failed to load conversations");
