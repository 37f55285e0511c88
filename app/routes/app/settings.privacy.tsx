import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { privacySchema } from "~/features/accounts/account.schema";
import { getPrivacy, savePrivacy } from "~/features/accounts/settings.server";
import { pressed } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import { paths } from "~/paths";
import { pageTitle, withStyles } from "~/shell/page";
import { ChoicesPage } from "~/shell/settings-page";
import styles from "~/styles/settings-page.css?url";
import { Link } from "~/ui/parts";
import { Switch } from "~/ui/switch";

export const meta = pageTitle("Privacy");

export const { handle, links } = withStyles(styles, { pageFailure: "We couldn't save your choice" });

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  return getPrivacy(actor);
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, privacySchema);
  const { showsOnline, readReceipts, appearsInSearch } = pressed(form);
  await savePrivacy(actor, {
    showsOnline: showsOnline === "on",
    readReceipts: readReceipts === "on",
    appearsInSearch: appearsInSearch === "on",
  });
  return redirectWithFlash(paths.privacy(), { title: "Saved" });
}

const choices = [
  {
    name: "showsOnline",
    label: "Show when I'm online",
    hint: "People you message with can see when you're online or typing, and you can see the same. If either of you turns this off, neither sees it.",
  },
  {
    name: "readReceipts",
    label: "Show “Seen”",
    hint: "This works both ways too. It never shows for requests or in groups.",
  },
  {
    name: "appearsInSearch",
    label: "Appear in search",
    hint: "Members can find you by name, and search engines can list your profile if it's public. You appear in Discover either way.",
  },
] as const;

export default function PrivacySettings() {
  const privacy = useLoaderData<typeof loader>();
  return (
    <ChoicesPage
      current={paths.privacy()}
      title="Privacy"
      below={
        <p className="muted">
          Don't want to hear from someone? You can block them on their profile.{" "}
          <Link to={paths.blocked()}>People you blocked</Link>
        </p>
      }
    >
      {choices.map(({ name, label, hint }) => (
        <Switch key={name} label={label} hint={hint} name={name} defaultChecked={privacy[name]} />
      ))}
    </ChoicesPage>
  );
}
