import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readReceiptsSchema } from "~/features/accounts/account.schema";
import { hasReadReceipts, setReadReceipts } from "~/features/accounts/read-receipts.server";
import { pressed } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-failure";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page-title";
import { SettingsPage } from "~/shell/settings-page";
import { SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { CheckboxGroup } from "~/ui/choices";
import { Form } from "~/ui/form";

export const meta = pageTitle("Message settings");

export const handle: RouteFailure = {
  failure: { page: "Failed to save your choice" },
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  return { readReceipts: await hasReadReceipts(actor) };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, readReceiptsSchema);
  const { readReceipts } = pressed(form);
  await setReadReceipts(actor, readReceipts === "on");
  return redirectWithFlash(paths.messageSettings(), { title: "Saved" });
}

export default function MessageSettings() {
  const { readReceipts } = useLoaderData<typeof loader>();
  return (
    <SettingsPage current={paths.messageSettings()} title="Messages">
      <Card>
        <Form action={paths.messageSettings()} className="stack">
          <CheckboxGroup
            legend="When you have read a message"
            name="readReceipts"
            options={[{ value: "on", label: "Show ‘Seen’" }]}
            defaultValue={readReceipts ? ["on"] : []}
            hint="The person you write with sees when you have read their last message, and you see the same of them. Off for one of you, neither sees it. Never shown for requests or in groups."
          />
          <div>
            <SubmitButton pending="Saving...">Save</SubmitButton>
          </div>
        </Form>
      </Card>
    </SettingsPage>
  );
}
