import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { forbiddenNameWords } from "~/features/accounts/account-words";
import type { Actor } from "~/features/accounts/actor";
import { signOut } from "~/features/accounts/sessions.server";
import { listCatalog } from "~/features/catalog/reading.server";
import { choicesFor } from "~/features/profiles/builder";
import { profileSchema } from "~/features/profiles/builder.schema";
import { AvatarForm } from "~/features/profiles/components/avatar-form";
import { ProfileForm } from "~/features/profiles/components/profile-form";
import { saveProfile } from "~/features/profiles/saving.server";
import { countChoices, findOwnAnswers } from "~/features/profiles/viewing.server";
import { readForm } from "~/http/form.server";
import { limitActs, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { closedSession } from "~/http/session.server";
import { paths } from "~/paths";
import { useRootData } from "~/shell/root-data";
import styles from "~/styles/builder-page.css?url";
import { Card, Link } from "~/ui/parts";

export const meta: MetaFunction = () => [{ title: "Edit your profile · Matchcut" }];

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const handle: RouteHandle = {
  styles,
  failure: { form: ["Error updating profile", "There was a problem saving your profile. Please try again."] },
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const own = await findOwnAnswers(actor);
  if (!own || !actor.userType) throw redirect(paths.onboarding());
  const { links, ...answers } = own;
  return {
    profileId: actor.userId,
    userType: actor.userType,
    values: { ...answers, ...links },
    choices: choicesFor(actor.userType, await listCatalog(), await countChoices(actor.userType)),
  };
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireSignIn(args, profileSchema({}));
  if (!actor.userType) throw redirect(paths.onboarding());
  const form = await readForm(args, profileSchema(choicesFor(actor.userType, await listCatalog())));
  const profileId = form.ok ? form.value.profileId : form.reply.data.result.initialValue?.profileId;
  if (profileId && profileId !== actor.userId) return signOutOfMismatch(actor);
  if (!form.ok) return form.reply;
  await limitActs(args, actor, "profile-change");
  const { profileId: _, youtube, twitter, instagram, linkedin, website, behance, ...answers } = form.value;
  const links = { youtube, twitter, instagram, linkedin, website, behance };
  const done = await saveProfile(actor, { ...answers, links });
  if (done.ok) return redirectWithFlash(paths.ownProfile(), { title: "Profile updated" });
  if (done.refused === "forbidden-name") return form.refuse({ name: [forbiddenNameWords] });
  return done.refused === "not-started"
    ? redirect(paths.onboarding(), 303)
    : form.refuse({ "": ["There was a problem saving your profile. Please try again."] }, 500);
}

/** Someone has signed in to a different account in another tab, so nothing is saved to either. */
async function signOutOfMismatch(actor: Actor) {
  await signOut(actor);
  return redirectWithFlash(
    paths.login(),
    {
      title: "Authentication error",
      text: "Session mismatch detected. Please sign in again.",
      tone: "destructive",
    },
    [await closedSession()],
  );
}

export default function EditProfile() {
  const { profileId, userType, values, choices } = useLoaderData<typeof loader>();
  const root = useRootData();
  return (
    <div className="narrow stack">
      <h1>Edit your profile</h1>
      <Card title="Picture">
        <AvatarForm name={values.name} avatarUrl={root?.person?.avatarUrl ?? null} />
      </Card>
      <Card title="Work">
        <p>
          The pictures, videos, PDFs and links on your profile and your card.{" "}
          <Link to={paths.samples()}>Edit your work</Link>
        </p>
      </Card>
      <ProfileForm
        profileId={profileId}
        userType={userType}
        values={values}
        choices={choices}
        result={useActionData<typeof action>()?.result}
      />
    </div>
  );
}
