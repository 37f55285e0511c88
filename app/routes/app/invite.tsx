import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { InviteList, Perks, RewardsCard } from "~/features/referrals/components/invitations";
import { InviteByMail, WaysToInvite } from "~/features/referrals/components/ways-to-invite";
import { type InviteTab, invitationLimits } from "~/features/referrals/invite";
import { inviteSchema } from "~/features/referrals/invite.schema";
import { codeOf, inviteByMail, inviteLink, listInvites } from "~/features/referrals/inviting.server";
import { readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import { paths } from "~/paths";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/creator-page.css?url";
import { NothingMore, Pager } from "~/ui/parts";
import { PhoneBackLink } from "~/ui/phone-back-link";

export const meta = pageTitle("Invite people");

export const { handle, links } = withStyles(styles, { formFailure: notDone("Your invitation wasn't sent.") });

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const query = new URL(args.request.url).searchParams;
  const after = query.get("after");
  const { code, ...list } = await listInvites(actor, after);
  const asked = query.get("tab");
  const tab: InviteTab | undefined = asked === "email" || asked === "social" ? asked : undefined;
  const link = inviteLink(code ?? (await codeOf(actor)));
  return { tab, link, isFirst: !after, ...list };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, inviteSchema);
  if (!form.ok) return form.reply;
  const done = await inviteByMail(actor, form.value.email);
  if (done.ok) {
    const sent = await redirectWithFlash(
      paths.invitePeople({ tab: "email" }),
      done.isNew
        ? {
            title: "Invitation sent",
            text: "We don't email people who have an account, opted out of invitations or were recently invited by others.",
          }
        : { title: "You've already invited this address", text: "You can invite each address once." },
    );
    // Replaces the history entry, so that Back skips the dialog.
    sent.headers.set("X-Remix-Replace", "true");
    return sent;
  }
  switch (done.refused) {
    case "not-confirmed":
      return form.refuse("Confirm your own email address first.", 403);
    case "own-address":
      return form.refuse({ email: ["That's your own address."] });
    case "day-limit":
      return form.refuse(
        `You've reached the limit of ${invitationLimits.aDay} invitations in 24 hours. Send more tomorrow, or share your link.`,
        429,
      );
    case "limit":
      return form.refuse(
        `You've reached the limit of ${invitationLimits.inAll} invitations. Your link still works for everyone.`,
        429,
      );
  }
}

export default function Invite() {
  const { tab, link, isFirst, invites, next, rewards } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  return (
    <div className="stack">
      <PhoneBackLink to={paths.dashboard()}>My Dashboard</PhoneBackLink>
      <h1>Invite people</h1>
      <p className="muted">Grow your network, earn rewards.</p>
      <div className="two-form">
        <div>
          <div className="stack">
            <WaysToInvite
              tab={tab}
              link={link}
              byMail={<InviteByMail key={invites[0]?.id} result={result} />}
            />
            <Perks />
          </div>
          <section className="stack part" aria-labelledby="invitations">
            <h2 id="invitations">Your invitations</h2>
            {invites.length === 0 && !isFirst ? <NothingMore /> : <InviteList invites={invites} />}
            <Pager
              label="Your invitations"
              first={isFirst ? undefined : paths.invitePeople({ tab })}
              next={next === null ? undefined : paths.invitePeople({ tab, after: next })}
            />
          </section>
        </div>
        <RewardsCard rewards={rewards} />
      </div>
    </div>
  );
}

export const ErrorBoundary = failurePage("Error loading your invitations");
