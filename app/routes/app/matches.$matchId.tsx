import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { MatchOpeners, MatchSeam } from "~/features/discovery/components/match-parts";
import { findMatch, type MatchPage } from "~/features/discovery/matches.server";
import { openersOf } from "~/features/discovery/openers";
import { FavoriteForm } from "~/features/favorites/components/favorite-form";
import { offerOf } from "~/features/favorites/saving.server";
import { Composer } from "~/features/messaging/components/composer";
import { MessageAllowanceNote } from "~/features/messaging/components/message-allowance";
import type { MessageAllowance } from "~/features/messaging/message";
import { composerRulesOf } from "~/features/messaging/starting.server";
import { canStartConversations } from "~/features/visibility/standing";
import { orNotFound } from "~/http/form.server";
import { idParam, requireSignIn } from "~/http/route.server";
import { paths } from "~/paths";
import { pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/match-page.css?url";
import { headingFace } from "~/ui/heading-face";
import { Icon } from "~/ui/icon";
import { ButtonLink, Link } from "~/ui/parts";

export const meta = pageTitle<typeof loader>(({ match }) => `It's a match with ${match.name}`);

export const { handle, links } = withStyles(styles);

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const matchId = idParam(args, "matchId");
  const { offer, messages, ...match } = orNotFound(await findMatch(actor, matchId));
  const canSave = match.role === "contributor" && match.hasProfile;
  return {
    match,
    saving: canSave ? offerOf(offer) : null,
    hello:
      match.isWritten || !canStartConversations(actor)
        ? null
        : helloOf(args, match, composerRulesOf(actor, messages).allowance),
    own: { name: actor.name, avatarUrl: actor.avatarUrl, userId: actor.userId },
  };
}

/** For the first message: what the plan has left, two openers, and the opener that the URL selects. */
function helloOf(
  args: LoaderFunctionArgs,
  match: Omit<MatchPage, "offer" | "messages">,
  allowance: MessageAllowance | null,
) {
  const openers = openersOf(match);
  const asked = Number(new URL(args.request.url).searchParams.get("opener"));
  return { openers, chosen: openers[asked - 1] ?? null, messageId: randomUUID(), allowance };
}

/** How the match came about: the text before and after the other person's name. */
function madeBy({ source, role }: { source: "swipe" | "application"; role: "creator" | "contributor" }) {
  if (source === "swipe") return ["You and ", " like each other"];
  return role === "creator" ? ["", " accepted your application"] : ["You accepted ", "'s application"];
}

export default function ItsAMatch() {
  const { match, saving, hello, own } = useLoaderData<typeof loader>();
  // The page covers the deck, so the focus moves here.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const next = (
    <div className="row">
      <ButtonLink to={paths.discover()} kind="quiet" small>
        Keep swiping
      </ButtonLink>
      {saving && (
        <FavoriteForm
          contributorId={match.personId}
          name={match.name}
          offer={saving}
          from={paths.match(match.matchId)}
        />
      )}
    </div>
  );
  const [before, after] = madeBy(match);
  return (
    <div className="match film">
      <MatchSeam sides={[match, { ...own, cover: match.ownCover }]}>
        <h1 tabIndex={-1} ref={heading}>
          It's a match
        </h1>
        <p>
          {before}
          {match.hasProfile ? <Link to={paths.profile(match.personId)}>{match.name}</Link> : match.name}
          {after}.
        </p>
        {match.match && (
          <p className="match-why">
            <strong>{match.match.percent}% match</strong> · {match.match.reasons.join(" · ")}
          </p>
        )}
      </MatchSeam>
      <Link to={paths.discover()} className="icon-link match-close">
        <Icon name="close" label="Close" />
      </Link>{" "}
      {hello ? (
        <section className="match-hello" aria-label="Say hello">
          <h2 className={headingFace(match.name)}>Say hello to {match.name}</h2>
          <MatchOpeners matchId={match.matchId} openers={hello.openers} />
          <MessageAllowanceNote
            allowance={hello.allowance}
            isRequest={false}
            holdsText={hello.chosen !== null}
          >
            <Composer
              key={hello.chosen}
              action={paths.newMessage({ to: match.personId, sending: "1" })}
              messageId={hello.messageId}
              result={hello.chosen === null ? undefined : { initialValue: { content: hello.chosen } }}
              draftName={`draft:${own.userId}:new:${match.personId}`}
            />
          </MessageAllowanceNote>
          {next}
        </section>
      ) : (
        <section className="match-hello" aria-label="What's next">
          <ButtonLink to={paths.newMessage({ to: match.personId })}>Message</ButtonLink>
          {next}
        </section>
      )}
    </div>
  );
}
