import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openInvite } from "~/features/referrals/inviting.server";
import { boostDays } from "~/features/referrals/rewards";
import { rememberInvite } from "~/http/cookies.server";
import { found } from "~/http/form.server";
import { allowAnyone } from "~/http/route.server";
import { paths } from "~/paths";
import { ButtonLink, Card, Link } from "~/ui/parts";

const about = "Matchcut brings video creators together with the editors, designers and writers they need.";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => {
  const title = `${titleOf(page?.name)} | Matchcut`;
  return [
    { title },
    { name: "description", content: about },
    { property: "og:title", content: title },
    { property: "og:description", content: about },
    { name: "robots", content: "noindex" },
  ];
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  const code = args.params.code ?? "";
  const inviter = found(await openInvite(code, args.context.clientAddress, actor));
  if (actor) return data({ name: inviter.name, view: inviter.userId === actor.userId ? "own" : "member" });
  // It waits there for a sign-up, also on another day.
  return data(
    { name: inviter.name, view: "guest" },
    { headers: { "Set-Cookie": await rememberInvite(code) } },
  );
}

const titleOf = (name: string | null | undefined) =>
  name ? `${name} invites you to Matchcut` : "You are invited to Matchcut";

export default function Join() {
  const { name, view } = useLoaderData<typeof loader>();
  if (view !== "guest") return <ForMembers isOwn={view === "own"} />;
  const they = name ?? "The person who invites you";
  return (
    <div className="narrow stack">
      <h1>{titleOf(name)}</h1>
      <p className="text-lg">{about}</p>
      <Card title="How it goes">
        <ul className="list-disc pl-5">
          <li>Build your profile. You need no account for that, and every field is optional.</li>
          <li>Create your account, and confirm your email address.</li>
          <li>
            Your profile is then shown earlier for {boostDays.invitee} days. {they} gets an earlier place,
            too.
          </li>
        </ul>
        <div className="row">
          <ButtonLink to={paths.onboarding()}>Build your profile</ButtonLink>
          <ButtonLink to={paths.howItWorks()} kind="secondary">
            How it works
          </ButtonLink>
        </div>
      </Card>
      <p className="hint">
        This browser keeps the invitation for 30 days, in a cookie with nothing else in it. Once you have
        joined, {name ?? "the person who invites you"} sees your name and whether your address is confirmed.
      </p>
      <p>
        No time for a profile now? <Link to={paths.login({ tab: "create" })}>Create an account first</Link>
      </p>
    </div>
  );
}

function ForMembers({ isOwn }: { isOwn: boolean }) {
  return (
    <div className="narrow stack">
      <h1>{isOwn ? "This is your own link" : "You are on Matchcut already"}</h1>
      <p>
        {isOwn
          ? "Send it to somebody who would be good here. When they join by it, both of you are rewarded."
          : "Invitations are for people without an account. You have a link of your own."}
      </p>
      <div>
        <ButtonLink to={paths.invitePeople()}>Invite people</ButtonLink>
      </div>
    </div>
  );
}
