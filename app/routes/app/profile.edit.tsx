import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { forbiddenNameWords } from "~/features/accounts/account-words";
import type { Actor } from "~/features/accounts/actor";
import { signOut } from "~/features/accounts/sessions.server";
import { listCatalog } from "~/features/catalog/reading.server";
import { MiniCard } from "~/features/discovery/components/mini-card";
import { ownMini } from "~/features/discovery/mini";
import { choicesFor, only } from "~/features/profiles/builder";
import { profileSchema, sectionSchema } from "~/features/profiles/builder.schema";
import { SectionForm } from "~/features/profiles/components/section-form";
import { linkKeys, noAnswers } from "~/features/profiles/profile";
import { saveProfile, versionOf } from "~/features/profiles/saving.server";
import { changedWords, namesIn, profileSections, sectionWords } from "~/features/profiles/sections";
import { countChoices, findOwnProfile } from "~/features/profiles/viewing.server";
import { readForm } from "~/http/form.server";
import { limitActs, redirectWithFlash, requireSignIn } from "~/http/route.server";
import { closedSession } from "~/http/session.server";
import { paths } from "~/paths";
import { pageTitle, withStyles } from "~/shell/page";
import { useRootData } from "~/shell/root-data";
import { SettingsPage } from "~/shell/settings-page";
import styles from "~/styles/edit-page.css?url";
import { Avatar } from "~/ui/avatar";
import { Icon } from "~/ui/icon";
import { ButtonLink, Link, NextLink } from "~/ui/parts";

export const meta = pageTitle("Edit your profile");

export const { handle, links } = withStyles(styles, {
  formFailure: ["Error updating profile", "There was a problem saving your profile. Please try again."],
});

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const own = await findOwnProfile(actor);
  if (!own) throw redirect(paths.onboarding());
  const { links, ...answers } = own.answers;
  const values = { ...answers, ...links };
  const { userType } = own.profile;
  const choices = choicesFor(userType, await listCatalog(), await countChoices(userType));
  const query = new URL(args.request.url).searchParams;
  const saved = query.get("saved");
  const opened = query.get("section") ?? (saved ? "none" : "about");
  const all = profileSections[userType];
  const section = opened === "none" ? undefined : (all.find(({ id }) => id === opened) ?? all[0]);
  return {
    profileId: actor.userId,
    userType,
    saved,
    sections: all.map((one) => ({
      id: one.id,
      title: one.title,
      words: one === section ? "" : sectionWords(one, values, choices),
    })),
    open: section && {
      id: section.id,
      version: versionOf(section, own.answers),
      values: { ...noAnswers, ...only(values, namesIn(section)) },
      choices: only(choices, namesIn(section)),
    },
    mini: ownMini(own.profile),
    bio: own.profile.bio,
  };
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireSignIn(args, profileSchema);
  const { userType } = actor;
  if (!userType) throw redirect(paths.onboarding());
  const opened = new URL(args.request.url).searchParams.get("section");
  const section = profileSections[userType].find(({ id }) => id === opened);
  if (!section) {
    const form = await readForm(args, profileSchema);
    return form.ok ? form.refuse(outdatedWords) : form.reply;
  }
  const form = await readForm(args, sectionSchema(section, choicesFor(userType, await listCatalog())));
  const profileId = form.ok ? form.value.profileId : form.reply.data.result.initialValue?.profileId;
  if (profileId && profileId !== actor.userId) return signOutOfMismatch(actor);
  if (!form.ok) return form.reply;
  await limitActs(args, actor, "profile-change");
  const { profileId: _, version = "", ...fields } = form.value;
  const links = section.links && { links: only(fields, linkKeys) };
  const done = await saveProfile(actor, { ...fields, ...links }, { section, version });
  if (done.ok)
    return redirectWithFlash(paths.editProfile({ saved: section.id }), { title: "Profile updated" });
  switch (done.refused) {
    case "forbidden-name":
      return form.refuse({ name: [forbiddenNameWords] });
    case "changed":
      return form.refuse(changedWords, 409);
    case "not-started":
      return redirect(paths.onboarding(), 303);
    case "failed":
      return form.refuse("There was a problem saving your profile. Please try again.", 500);
  }
}

/** A refusal usually keeps the page's data, but this one is about what's stored now, so reload it. */
export const shouldRevalidate = ({ actionStatus = 200 }: ShouldRevalidateFunctionArgs) =>
  actionStatus < 400 || actionStatus === 409;

const outdatedWords = "Your profile has changed since you opened this page. Nothing was saved.";

/** Someone has signed in to a different account in another tab, so we don't save to either account. */
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
  const { profileId, userType, sections, open, saved, mini, bio } = useLoaderData<typeof loader>();
  const root = useRootData();
  const result = useActionData<typeof action>()?.result;
  const list = useRef<HTMLDivElement>(null);
  const opened = open && profileSections[userType].find(({ id }) => id === open.id);

  // The pressed button no longer exists, so move the focus to the saved section's link.
  useEffect(() => {
    if (saved && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>(`#${CSS.escape(saved)} a`)?.focus();
  }, [saved]);

  return (
    <SettingsPage current={paths.editProfile()} title="Edit your profile">
      <div className="edit-grid">
        <div ref={list}>
          <div className="row face-row">
            <Avatar name={mini.name} src={root?.person?.avatarUrl ?? null} size="medium" />
            <ButtonLink kind="secondary" small to={paths.avatar()}>
              Change picture
            </ButtonLink>
            <ButtonLink kind="soft" small to={paths.samples()}>
              Your work
            </ButtonLink>
          </div>
          {sections.map(({ id, title, words }) => (
            <section key={id} id={id} className="fold">
              <div className="fold-head">
                <h2>
                  <Link
                    to={id === open?.id ? paths.editProfile({ section: "none" }) : openLink(id)}
                    className="over-link"
                    aria-expanded={id === open?.id}
                    preventScrollReset
                  >
                    {title}
                  </Link>
                </h2>
                {id === saved && (
                  <span className="fold-saved">
                    <Icon name="check" size={18} /> Saved
                  </span>
                )}
                {id !== open?.id && <p className="cut1 muted">{words || "Nothing yet"}</p>}
                <Icon name="plus" />
              </div>
              {id === open?.id && opened && (
                <SectionForm
                  key={`${id} ${result?.initialValue?.version ?? ""}`}
                  profileId={profileId}
                  section={opened}
                  {...open}
                  result={result}
                />
              )}
            </section>
          ))}
        </div>
        <aside className="your-card" aria-labelledby="your-card">
          <h2 id="your-card" className="muted">
            Your card
          </h2>
          <MiniCard mini={mini} as="div" />
          {bio && <p className="hint your-bio">{bio}</p>}
          <NextLink to={paths.ownProfile()}>See your profile</NextLink>
        </aside>
      </div>
    </SettingsPage>
  );
}

/** The fragment makes a page without script show the section that it opens. */
const openLink = (id: string) => `${paths.editProfile({ section: id })}#${id}`;
