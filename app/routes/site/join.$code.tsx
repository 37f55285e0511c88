import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BesideFilm, OneFrame } from "~/features/catalog/components/stills";
import { openInvite } from "~/features/referrals/inviting.server";
import { boostDays } from "~/features/referrals/rewards";
import { inviteCookie } from "~/http/cookies.server";
import { orNotFound } from "~/http/form.server";
import { allowAnyone, textParam } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import styles from "~/styles/sign-page.css?url";
import { ButtonLink, Link } from "~/ui/parts";

const about = "Matchcut connects content creators with the editors, designers and writers they need.";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => {
  const title = `${titleOf(page?.name)} · Matchcut`;
  return [
    { title },
    { name: "description", content: about },
    { property: "og:title", content: title },
    { property: "og:description", content: about },
    { name: "robots", content: "noindex" },
  ];
};

export const handle: RouteHandle = { styles };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  const code = textParam(args, "code");
  const inviter = orNotFound(await openInvite(code, args.context.clientAddress, actor));
  if (actor) return data({ name: inviter.name, view: inviter.userId === actor.userId ? "own" : "member" });
  // The cookie keeps the code until sign-up, even if that's days later.
  return data(
    { name: inviter.name, view: "guest" },
    { headers: { "Set-Cookie": await inviteCookie.serialize(code) } },
  );
}

const titleOf = (name: string | null | undefined) =>
  name ? `${name} invited you to Matchcut` : "You're invited to Matchcut";

export default function Join() {
  const { name, view } = useLoaderData<typeof loader>();
  if (view !== "guest") return <ForMembers isOwn={view === "own"} />;
  const they = name ?? "The person who invited you";
  return (
    <BesideFilm film={<OneFrame name="campfire" />}>
      <h1>{titleOf(name)}</h1>
      <p className="text-xl">{about}</p>
      <section className="stack">
        <h2>How to join</h2>
        <ul className="list-disc pl-5">
          <li>Build your profile. You don't need an account yet.</li>
          <li>Create your account and confirm your email address.</li>
          <li>
            Once people can find your profile in decks, we show it earlier for {boostDays.invitee} days.{" "}
            {they} gets a boost, too.
          </li>
        </ul>
        <div className="row">
          <ButtonLink to={paths.onboarding()}>Build your profile</ButtonLink>
          <ButtonLink to={paths.howItWorks()} kind="secondary">
            How it works
          </ButtonLink>
        </div>
      </section>
      <p className="hint">
        This browser keeps the invitation for 30 days, in a cookie that holds nothing else. After you join,{" "}
        {name ?? "the person who invited you"} sees your name and whether you've confirmed your email address.
      </p>
      <p>
        Short on time? <Link to={paths.login({ tab: "create" })}>Create an account first</Link>
      </p>
    </BesideFilm>
  );
}

function ForMembers({ isOwn }: { isOwn: boolean }) {
  return (
    <div className="narrow stack">
      <h1>{isOwn ? "This is your own link" : "You're already on Matchcut"}</h1>
      <p>
        {isOwn
          ? "Send it to someone who'd be a good fit. When they join with it and finish their profile, you both get a boost."
          : "Invitations are for people who don't have an account yet. You have your own link to share."}
      </p>
      <div>
        <ButtonLink to={paths.invitePeople()}>Invite people</ButtonLink>
      </div>
    </div>
  );
}
