import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { daysToFetch, listExports, requestExport } from "~/features/leaving/exporting.server";
import { exportSchema } from "~/features/leaving/leaving.schema";
import { RevalidateOnHint } from "~/features/live/components/revalidate-on-hint";
import { retryText } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireRecentProof, requireSignIn } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import { ZoneNote } from "~/shell/zone-note";
import { ErrorSummary, Form, summaryOf, useForm } from "~/ui/form";
import { ButtonLink, Card, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta = pageTitle("Your data");

export const handle: RouteFailure = {
  failure: { form: ["The copy was not begun. Please try again."] },
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  return { exports: await listExports(actor), days: daysToFetch };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, exportSchema);
  if (!form.ok) return form.reply;
  await requireRecentProof(args, actor);
  const done = await requestExport(actor);
  if (done.ok)
    return redirectWithFlash(paths.ownData(), {
      title: "Your copy is being made",
      text: "We tell you when it is ready.",
    });
  return form.refuse(
    { "": [`You can ask for three copies a day. Please try again ${retryText(done.waitSeconds)}.`] },
    429,
  );
}

type Made = Awaited<ReturnType<typeof loader>>["exports"][number];

export default function OwnData() {
  const { exports, days } = useLoaderData<typeof loader>();
  const { form, formProps } = useForm("export", useActionData<typeof action>()?.result);
  const isWaiting = exports.some(({ state }) => state === "waiting");
  return (
    <SettingsPage current={paths.ownData()} title="Your data">
      {isWaiting && <RevalidateOnHint trustsPage />}
      <Card title="A copy of everything">
        <ErrorSummary title="No copy was begun" errors={summaryOf(form, [])} />
        <p>
          One ZIP file with all that we have stored about you, and your files. Making it may take a while;
          then you can fetch it for {days} days, or until you have a newer one.
        </p>
        {exports.length > 0 && (
          <ul className="stack">
            {exports.map((made) => (
              <li key={made.id}>
                <ExportLine made={made} />
              </li>
            ))}
          </ul>
        )}
        {exports.length > 0 && <ZoneNote />}
        {isWaiting ? (
          <ButtonLink to={paths.ownData()} kind="secondary">
            Look again
          </ButtonLink>
        ) : (
          <Form {...formProps} action={paths.ownData()}>
            <SubmitButton kind="secondary" pending="Asking...">
              Make a copy
            </SubmitButton>
          </Form>
        )}
      </Card>
      <Card title="Delete your account">
        <p>It closes at once, and is gone for good two weeks later. Until then you can come back.</p>
        <ButtonLink to={paths.deleteAccount()} kind="danger">
          Delete my account
        </ButtonLink>
      </Card>
    </SettingsPage>
  );
}

function ExportLine({ made }: { made: Made }) {
  const asked = (
    <>
      Asked for <Time at={made.askedAt} as="dateTime" />
    </>
  );
  switch (made.state) {
    case "waiting":
      return <p>{asked}: it is being made.</p>;
    case "failed":
      return <p>{asked}: it could not be made. The failure is ours, and it is logged. Please try again.</p>;
    case "expired":
      return <p className="muted">{asked}: it can no longer be fetched.</p>;
    case "ready":
      return (
        <p>
          {asked}:{" "}
          <a className="btn btn-secondary btn-small" href={paths.dataExport(made.id)}>
            Fetch it ({sizeWords(made.bytes)})
          </a>
          {made.until && (
            <>
              {" "}
              until <Time at={made.until} as="inText" />
            </>
          )}
        </p>
      );
  }
}

const sizeWords = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
