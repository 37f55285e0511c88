import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConversationList } from "~/features/messaging/components/conversation-list";
import { LookAgain } from "~/features/messaging/components/look-again";
import { SignInFirst } from "~/features/messaging/components/sign-in-first";
import { listConversations, unreadTotal } from "~/features/messaging/reading.server";
import { allowAnyone, placeOf } from "~/http/guards.server";
import { paths } from "~/paths";
import { PageFailure } from "~/shell/page-failure";
import { useRootData } from "~/shell/root-data";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Pager } from "~/ui/pager";

export const meta: MetaFunction = () => [{ title: "Messages · Matchcut" }];

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return { view: "guest" as const, place: placeOf(args.request) };
  const after = new URL(args.request.url).searchParams.get("after");
  const [list, unread] = await Promise.all([listConversations(actor, { after }), unreadTotal(actor)]);
  return { view: "list" as const, ...list, unread, isFirst: !after };
}

export default function Messages() {
  const data = useLoaderData<typeof loader>();
  const savesData = useRootData()?.savesData;
  if (data.view === "guest") return <SignInFirst redirectTo={data.place} />;
  return (
    <div className="stack">
      <h1>Messages</h1>
      <LookAgain />
      {data.unread > 0 && <p className="muted">{unreadWords(data.unread)}</p>}
      {data.conversations.length === 0 && data.isFirst ? (
        <EmptyState
          title="No conversations yet"
          action={<ButtonLink to={paths.discover()}>Discover people</ButtonLink>}
        >
          Write to somebody from a match or from their profile, and the conversation stands here.
        </EmptyState>
      ) : (
        <div className="inbox">
          <nav aria-label="Conversations" className="stack">
            <ConversationList conversations={data.conversations} savesData={savesData} />
            <Pager
              label="More conversations"
              previous={data.isFirst ? undefined : paths.messages()}
              next={data.next ? paths.messages({ after: data.next }) : undefined}
            />
          </nav>
          <div className="only-wide">
            <EmptyState title="Choose a conversation">It opens here.</EmptyState>
          </div>
        </div>
      )}
    </div>
  );
}

function unreadWords(count: number): string {
  return count === 1 ? "1 conversation has unread messages." : `${count} conversations have unread messages.`;
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load conversations" />;
}
