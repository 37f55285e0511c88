import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { privacySchema } from "~/features/accounts/account.schema";
import { getPrivacy, savePrivacy } from "~/features/accounts/settings.server";
import { pressed } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { ChoicesPage } from "~/shell/settings-page";
import { CheckboxGroup } from "~/ui/form";
import { Link } from "~/ui/parts";

export const meta = pageTitle("Privacy");

export const handle: RouteFailure = {
  failure: { page: "Failed to save your choice" },
};

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
    legend: "While you are here",
    label: "Show that I am online",
    hint: "The people you write with see when you are here or typing, and you see the same of them. Off for one of you, neither sees it.",
  },
  {
    name: "readReceipts",
    legend: "When you have read a message",
    label: "Show ‘Seen’",
    hint: "Works both ways, too. Never shown for requests or in groups.",
  },
  {
    name: "appearsInSearch",
    legend: "When people look for you",
    label: "Appear in search",
    hint: "Members find you by your name, and search engines may list your profile if it is public. Discover shows you either way.",
  },
] as const;

export default function PrivacySettings() {
  const privacy = useLoaderData<typeof loader>();
  return (
    <ChoicesPage
      current={paths.privacy()}
      title="Privacy"
      below={
        <p>
          Somebody you want no contact with? Block them from their profile.{" "}
          <Link to={paths.blocked()}>People you blocked</Link>
        </p>
      }
    >
      {choices.map(({ name, legend, label, hint }) => (
        <CheckboxGroup
          key={name}
          legend={legend}
          name={name}
          options={[{ value: "on", label }]}
          defaultValue={privacy[name] ? ["on"] : []}
          hint={hint}
        />
      ))}
    </ChoicesPage>
  );
}
