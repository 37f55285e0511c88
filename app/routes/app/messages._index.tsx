import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { acquaint } from "~/features/discovery/acquainting.server";
import { RequestList } from "~/features/discovery/components/request-list";
import { RevalidateOnHint } from "~/features/live/components/revalidate-on-hint";
import { ConversationList } from "~/features/messaging/components/conversation-list";
import { allowanceWords } from "~/features/messaging/components/message-allowance";
import { SignInFirst } from "~/features/messaging/components/sign-in-first";
import { countFolders, listConversations } from "~/features/messaging/inbox.server";
import { type Folder, folders } from "~/features/messaging/message";
import { notYetWords } from "~/features/messaging/starting";
import { composerRulesOf } from "~/features/messaging/starting.server";
import { canStartConversations } from "~/features/visibility/standing";
import { returnPathOf } from "~/http/request-context.server";
import { allowAnyone } from "~/http/route.server";
import { paths } from "~/paths";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import { isSamePage } from "~/shell/root-data";
import { ZoneNote } from "~/shell/zone-note";
import guestStyles from "~/styles/guest-part.css?url";
import styles from "~/styles/messages-page.css?url";
import { DialogLink } from "~/ui/dialog-link";
import { Icon } from "~/ui/icon";
import { Button, ButtonLink, EmptyState, Link, NothingMore, Pager } from "~/ui/parts";
import { SearchField } from "~/ui/search-field";
import { Tabs } from "~/ui/tabs";

export const meta = pageTitle<typeof loader>((data) => (data.view === "list" ? headingOf(data) : "Messages"));

const headings: Record<Folder, string> = {
  unread: "Unread messages",
  requests: "Message requests",
  ignored: "Ignored requests",
  groups: "Group conversations",
  archived: "Archived conversations",
};

const headingOf = ({ folder, isFinding }: { folder: Folder | null; isFinding: boolean }) =>
  isFinding ? "Search conversations" : folder ? headings[folder] : "Messages";

export const { handle, links } = withStyles(styles, { script: "members", keepsOffline: true });

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return { view: "guest" as const, place: returnPathOf(args.request) };
  const query = new URL(args.request.url).searchParams;
  const after = query.get("after");
  const folder = folders.find((one) => one === query.get("filter")) ?? null;
  const q = query.get("q") ?? "";
  const [list, { use, ...counts }] = await Promise.all([
    listConversations(actor, { after, folder, q }),
    countFolders(actor),
  ]);
  const asking = isRequests(folder) ? list.conversations.flatMap(({ personId }) => personId ?? []) : [];
  return {
    view: "list" as const,
    ...list,
    ...{ folder, q, counts },
    people: await acquaint(actor, asking),
    isFinding: query.has("q") || query.has("find"),
    isFirst: !after,
    allowance: composerRulesOf(actor, use).allowance,
    notYet: canStartConversations(actor) ? null : notYetWords(actor),
  };
}

const isRequests = (folder: Folder | null) => folder === "requests" || folder === "ignored";

/** Opening the dialog changes the URL but doesn't reload the conversations. */
export const shouldRevalidate = (step: ShouldRevalidateFunctionArgs) => !isSamePage(step);

export default function Messages() {
  const page = useLoaderData<typeof loader>();
  if (page.view === "guest")
    return (
      <SignInFirst redirectTo={page.place}>
        <link rel="stylesheet" href={guestStyles} />
      </SignInFirst>
    );
  const { folder, q, counts, conversations, allowance } = page;
  const filter = folder ?? undefined;
  const chips: [Folder | null, string][] = [
    [null, "All"],
    ["unread", counted("Unread", counts.unread)],
    ["requests", counted("Requests", counts.requests)],
    ["groups", counted("Groups", counts.groups)],
    ["archived", "Archived"],
  ];
  return (
    <div className="stack">
      <RevalidateOnHint />
      <div className="row talks-head">
        <h1>{page.folder === "ignored" ? headings.ignored : "Messages"}</h1>
        {page.notYet === null && <NewConversation />}
      </div>
      {page.notYet && <p className="muted">{page.notYet}</p>}
      <Tabs
        label="Show"
        asChips
        items={[
          ...chips.map(([one, label]) => ({
            to: paths.messages({ filter: one ?? undefined }),
            label,
            current: one === folder && !page.isFinding,
          })),
          {
            to: paths.messages({ filter, find: "1" }),
            label: <Icon name="search" label="Search conversations" />,
            current: page.isFinding,
          },
        ]}
      />
      {page.isFinding && (
        <search>
          <form action={paths.messages()} className="row talks-find">
            {filter && <input type="hidden" name="filter" value={filter} />}
            <SearchField label="Search by name" name="q" id="talks-q" defaultValue={q} autoFocus={q === ""} />
            <Button kind="secondary">Search</Button>
          </form>
        </search>
      )}
      {isRequests(folder) && (
        <p className="muted">
          People you haven't matched with can send one message. Accept it to keep talking.
        </p>
      )}
      {conversations.length === 0 ? (
        page.isFirst ? (
          <NothingHere folder={folder} q={q} requests={counts.requests} />
        ) : (
          <NothingMore />
        )
      ) : isRequests(folder) ? (
        <RequestList requests={conversations} people={page.people} from={paths.messages({ filter })} />
      ) : (
        <nav aria-label="Conversations">
          <ConversationList conversations={conversations} />
        </nav>
      )}
      {conversations.length > 0 && <ZoneNote />}
      <Pager
        label="More conversations"
        first={page.isFirst ? undefined : paths.messages({ filter, q })}
        next={page.next ? paths.messages({ after: page.next, filter, q }) : undefined}
      />
      {folder === "requests" && counts.ignored > 0 && (
        <p>
          <Link to={paths.messages({ filter: "ignored" })} className="folder-link">
            {counts.ignored === 1 ? "1 ignored request" : `${counts.ignored} ignored requests`}{" "}
            <Icon name="next" />
          </Link>
        </p>
      )}
      {folder === null && allowance && <p className="hint">{allowanceWords(allowance)}</p>}
    </div>
  );
}

const counted = (label: string, count: number) => (count > 0 ? `${label} ${count}` : label);

const loadDialog = import.meta.env.SSR
  ? undefined
  : () =>
      import("~/features/messaging/components/new-conversation-dialog").then(
        (loaded) => loaded.NewConversationDialog,
      );

function NewConversation() {
  return (
    <DialogLink kind="secondary" to={paths.newConversation()} hash="#new" load={loadDialog}>
      <Icon name="plus" />
      <span>New Conversation</span>
    </DialogLink>
  );
}

const emptyWords: Record<Folder, [title: string, text: string]> = {
  unread: ["No unread messages", "You're all caught up."],
  requests: ["No requests", "First messages from people you haven't matched with show up here."],
  ignored: ["No ignored requests", "Requests you ignore show up here. You can still accept them."],
  groups: ["No groups yet", "Choose two or more people in a new conversation to start one."],
  archived: ["Nothing archived", "Archive a conversation from its menu. The next message brings it back."],
};

function NothingHere({ folder, q, requests }: { folder: Folder | null; q: string; requests: number }) {
  if (q.trim())
    return (
      <EmptyState
        title="No conversations found"
        action={
          <ButtonLink kind="secondary" to={paths.messages({ filter: folder ?? undefined })}>
            Show all
          </ButtonLink>
        }
      >
        Try the name of a person or a group.
      </EmptyState>
    );
  // The number in the navigation also counts requests that haven't been read.
  if (folder === "unread" && requests > 0)
    return <EmptyState title={emptyWords.unread[0]}>Requests have their own list.</EmptyState>;
  if (folder) return <EmptyState title={emptyWords[folder][0]}>{emptyWords[folder][1]}</EmptyState>;
  return (
    <EmptyState
      title="No conversations yet"
      action={<ButtonLink to={paths.discover()}>Discover people</ButtonLink>}
    >
      Message someone from a match or their profile, and your conversation shows up here.
    </EmptyState>
  );
}

export const ErrorBoundary = failurePage("Failed to load conversations");
