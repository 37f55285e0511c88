import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { isContributor } from "~/features/accounts/actor";
import { PushDevice } from "~/features/notifications/components/push-device";
import { kindsFor, type OptionalKind, optionalKinds, type Pace } from "~/features/notifications/kinds";
import { preferencesSchema } from "~/features/notifications/notifications.schema";
import { getPreferences, savePreferences } from "~/features/notifications/preferences.server";
import { hasPush, pushKey } from "~/features/notifications/pushing.server";
import { pressed } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import { paths } from "~/paths";
import { pageTitle, withStyles } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import styles from "~/styles/settings-page.css?url";
import { describedBy, Form, Hint, RadioGroup } from "~/ui/form";
import { SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Notification settings");

export const { handle, links } = withStyles(styles, { pageFailure: "We couldn't save your choice" });

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const key = pushKey();
  const [preferences, isOn] = await Promise.all([getPreferences(actor), key !== null && hasPush(actor)]);
  return {
    ...kindsFor(isContributor(actor) ? "contributor" : "creator"),
    ...preferences,
    push: key === null ? null : { key, isOn },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, preferencesSchema);
  const { pushes, byPush, ...chosen } = pressed(form);
  await savePreferences(actor, { ...chosen, ...(pushes && { byPush }) });
  return redirectWithFlash(paths.notificationSettings(), { title: "Saved" });
}

const paceLabels: Record<Pace, string> = {
  each: "Right away",
  daily: "Once a day, around 8 AM",
  none: "Never",
};

export default function NotificationSettings() {
  const { kinds, alwaysOn, onPage, byMail, byPush, pace, push } = useLoaderData<typeof loader>();
  const channels = [
    { name: "onPage", label: "Here", chosen: onPage },
    { name: "byMail", label: "Email", chosen: byMail },
    ...(push ? [{ name: "byPush", label: "Push", chosen: byPush }] : []),
  ];
  return (
    <SettingsPage current={paths.notificationSettings()} title="Notifications">
      <Form action={paths.notificationSettings()} className="stack channel-form">
        {push && <input type="hidden" name="pushes" value="1" />}
        <p className="muted">
          Choose what you hear about, and where. We always tell you about {alwaysOn.slice(0, -1).join(", ")}{" "}
          and {alwaysOn.at(-1)}, and we always send emails that keep your account safe.
        </p>
        <ul className="channels">
          {kinds.map((kind) => (
            <li key={kind}>
              <KindChannels kind={kind} channels={channels} />
            </li>
          ))}
        </ul>
        <RadioGroup
          legend="When we email you"
          name="pace"
          options={Object.entries(paceLabels).map(([value, label]) => ({ value, label }))}
          defaultValue={pace}
          hint="This is for everything above except unread messages and saved searches."
        />
        {push && (
          <p className="hint">
            You only get a push notification if “Here” is on, too. It never names anyone.
          </p>
        )}
        <SubmitButton pending="Saving...">Save</SubmitButton>
      </Form>
      {push && <PushDevice publicKey={push.key} isOn={push.isOn} />}
    </SettingsPage>
  );
}

interface KindChannelsProps {
  kind: OptionalKind;
  channels: readonly { name: string; label: string; chosen: readonly OptionalKind[] }[];
}

function KindChannels({ kind, channels }: KindChannelsProps) {
  const { label, hint } = optionalKinds[kind];
  return (
    <fieldset aria-describedby={describedBy(kind, { hint })["aria-describedby"]}>
      <legend>{label}</legend> <Hint id={kind} hint={hint} />
      <input type="hidden" name="shown" value={kind} />
      <div className="chips">
        {channels.map((channel) => (
          <Fragment key={channel.name}>
            <label>
              <input
                type="checkbox"
                name={channel.name}
                value={kind}
                defaultChecked={channel.chosen.includes(kind)}
              />
              {channel.label}
            </label>{" "}
          </Fragment>
        ))}
      </div>
    </fieldset>
  );
}
