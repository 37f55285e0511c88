import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isContributor } from "~/features/accounts/actor";
import { PushDevice } from "~/features/notifications/components/push-device";
import { optionalKindNames, optionalKinds, type Pace } from "~/features/notifications/kinds";
import { preferencesSchema } from "~/features/notifications/notifications.schema";
import { getPreferences, savePreferences } from "~/features/notifications/preferences.server";
import { hasPush, pushKey } from "~/features/notifications/pushing.server";
import { pressed } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-handle";
import { paths } from "~/paths";
import { SettingsPage } from "~/shell/settings-page";
import { CheckboxGroup, Form, RadioGroup } from "~/ui/form";
import { ButtonLink, Card, SubmitButton } from "~/ui/parts";

export const meta: MetaFunction = () => [{ title: "Notifications · Matchcut" }];

export const handle: RouteFailure = {
  failure: { page: "Failed to save your choice" },
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const audience = isContributor(actor) ? "contributor" : "creator";
  const kinds = optionalKindNames.filter((kind) => (optionalKinds[kind].audience ?? audience) === audience);
  const key = pushKey();
  const [preferences, isOn] = await Promise.all([getPreferences(actor), key !== null && hasPush(actor)]);
  return { kinds, ...preferences, push: key === null ? null : { key, isOn } };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, preferencesSchema);
  const { pushes, byPush, ...chosen } = pressed(form);
  await savePreferences(actor, { ...chosen, ...(pushes && { byPush }) });
  return redirectWithFlash(paths.notificationSettings(), { title: "Saved" });
}

const paceLabels: Record<Pace, string> = {
  each: "Each event at once",
  daily: "Once a day",
  none: "Not at all",
};

export default function NotificationSettings() {
  const { kinds, onPage, byMail, byPush, pace, push } = useLoaderData<typeof loader>();
  const options = kinds.map((kind) => ({ value: kind, label: optionalKinds[kind].label }));
  return (
    <SettingsPage current={paths.notificationSettings()} title="Notifications">
      <Card>
        <Form action={paths.notificationSettings()} className="stack">
          {kinds.map((kind) => (
            <input key={kind} type="hidden" name="shown" value={kind} />
          ))}
          <CheckboxGroup
            legend="On Matchcut"
            name="onPage"
            options={options}
            defaultValue={onPage}
            hint="Decisions about your profile always appear."
          />
          <CheckboxGroup
            legend="By email"
            name="byMail"
            options={options}
            defaultValue={byMail}
            hint="About messages: when one has been unread for five minutes, once per conversation."
          />
          {push && (
            <>
              <input type="hidden" name="pushes" value="1" />
              <CheckboxGroup
                legend="As push messages"
                name="byPush"
                options={options}
                defaultValue={byPush}
                hint="Of what you see on Matchcut, on devices where you turn them on below, which needs JavaScript. They name nobody: a locked screen shows only what kind of thing it is."
              />
            </>
          )}
          <RadioGroup
            legend="When we email you"
            name="pace"
            options={Object.entries(paceLabels).map(([value, label]) => ({ value, label }))}
            defaultValue={pace}
            hint="The daily email comes at about 8 in the morning. Emails about unread messages, your profile's review and your account are always sent at once; those about saved searches have a pace of their own."
          />
          <div className="row">
            <SubmitButton pending="Saving...">Save</SubmitButton>
            <ButtonLink to={paths.notifications()} kind="secondary">
              All notifications
            </ButtonLink>
          </div>
        </Form>
      </Card>
      {push && <PushDevice publicKey={push.key} isOn={push.isOn} />}
    </SettingsPage>
  );
}
