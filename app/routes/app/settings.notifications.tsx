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
  failure: { page: "We couldn't save your choice" },
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
  each: "Right away",
  daily: "Once a day",
  none: "Never",
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
            hint="Updates on your profile review, plan, reports and data copies always show up."
          />
          <CheckboxGroup
            legend="By email"
            name="byMail"
            options={options}
            defaultValue={byMail}
            hint="For messages, we email you once per conversation, after five minutes unread."
          />
          {push && (
            <>
              <input type="hidden" name="pushes" value="1" />
              <CheckboxGroup
                legend="By push notification"
                name="byPush"
                options={options}
                defaultValue={byPush}
                hint="Only for what's also on under “On Matchcut”, on devices where you turn push on below (needs JavaScript). They never name anyone, so a locked screen only shows what kind of news it is."
              />
            </>
          )}
          <RadioGroup
            legend="How often we email you"
            name="pace"
            options={Object.entries(paceLabels).map(([value, label]) => ({ value, label }))}
            defaultValue={pace}
            hint="The daily email arrives around 8 AM your time. Emails about unread messages, your profile review, your plan and your account don't wait for it, and “Never” doesn't stop them. Saved searches have their own schedule."
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
