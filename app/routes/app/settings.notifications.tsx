import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { setMailPreference, wantsMail } from "~/features/notifications/mail-preferences.server";
import { redirectWithFlash } from "~/http/flash.server";
import { requireSignIn } from "~/http/guards.server";
import { readForm } from "~/http/read-form.server";
import { badRequest } from "~/http/refusals.server";
import type { RouteFailure } from "~/http/route-failure";
import { paths } from "~/paths";
import { SettingsTabs } from "~/shell/settings-tabs";
import { SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox } from "~/ui/choices";
import { Form } from "~/ui/form";

export const meta: MetaFunction = () => [{ title: "Notifications · Matchcut" }];

/** Browsers do not send unchecked boxes. */
const schema = z.object({ message: z.boolean().default(false) });

export const handle: RouteFailure = {
  failure: { page: "Failed to save your choice" },
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  return { byMail: (await wantsMail(actor, "message")) ?? false };
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireSignIn(args, schema);
  const form = await readForm(args, schema);
  if (!form.ok) throw badRequest(400, "That did not work", "Please go back and press the page's own button.");
  await setMailPreference(actor, "message", form.value.message);
  return redirectWithFlash(paths.notificationSettings(), { title: "Saved" });
}

export default function Notifications() {
  const { byMail } = useLoaderData<typeof loader>();
  return (
    <div className="narrow stack">
      <SettingsTabs current={paths.notificationSettings()} />
      <h1>Notifications</h1>
      <Card>
        <Form action={paths.notificationSettings()} className="stack">
          <Checkbox
            label="Email me about unread messages"
            name="message"
            defaultChecked={byMail}
            hint="When a message has been unread for five minutes, once per conversation."
          />
          <div>
            <SubmitButton pending="Saving...">Save</SubmitButton>
          </div>
        </Form>
      </Card>
    </div>
  );
}
