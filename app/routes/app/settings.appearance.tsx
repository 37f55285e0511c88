import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { appearanceSchema } from "~/features/accounts/account.schema";
import { type Appearance, appearances } from "~/features/accounts/actor";
import { setAppearance } from "~/features/accounts/settings.server";
import { pressed } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { ChoicesPage } from "~/shell/settings-page";
import { zoneWords } from "~/ui/dates";
import { CheckboxGroup, RadioGroup } from "~/ui/form";
import { Link } from "~/ui/parts";

export const meta = pageTitle("Appearance");

export const handle: RouteHandle = { pageFailure: "We couldn't save your choice" };

export async function loader(args: LoaderFunctionArgs) {
  const { appearance, savesData, timeZone } = await requireSignIn(args);
  return { appearance, savesData, timeZone };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, appearanceSchema);
  const { appearance, savesData } = pressed(form);
  await setAppearance(actor, { appearance, savesData: savesData === "on" });
  return redirectWithFlash(paths.appearance(), { title: "Saved" });
}

const labels: Record<Appearance, string> = {
  system: "Match my device",
  light: "Light",
  dark: "Dark",
};

export default function AppearanceSettings() {
  const { appearance, savesData, timeZone } = useLoaderData<typeof loader>();
  return (
    // Needs a full page load, because with data saver on, the next page has no script.
    <ChoicesPage
      current={paths.appearance()}
      title="Appearance"
      reloadDocument
      below={
        <p>
          Times are shown in {zoneWords(timeZone)}. <Link to={paths.timeZone()}>Change time zone</Link>
        </p>
      }
    >
      <RadioGroup
        legend="Colors"
        name="appearance"
        options={appearances.map((value) => ({ value, label: labels[value] }))}
        defaultValue={appearance}
        required
        hint="Applies on every device you're signed in on."
      />
      <CheckboxGroup
        legend="Data"
        name="savesData"
        options={[{ value: "on", label: "Always use data saver" }]}
        defaultValue={savesData ? ["on"] : []}
        hint="Pages load without pictures or scripts, and reload a bit more often. Passkeys and live updates won't work. When this is off, we follow your browser's data saver setting."
      />
    </ChoicesPage>
  );
}
