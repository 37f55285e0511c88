import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
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
  failure: { form: [notDone("Your copy wasn't started.")] },
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
      title: "We're making your copy",
      text: "We'll let you know when it's ready.",
    });
  return form.refuse(
    { "": [`You can get three copies a day. Please try again ${retryText(done.waitSeconds)}.`] },
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
      <Card title="A copy of your data">
        <ErrorSummary title="Copy not started" errors={summaryOf(form, [])} />
        <p>
          A ZIP file with your data and files. It may take a while to make. Then you can download it for{" "}
          {days} days, or until you make a newer one.
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
            Check again
          </ButtonLink>
        ) : (
          <Form {...formProps} action={paths.ownData()}>
            <SubmitButton kind="secondary" pending="Starting...">
              Make a copy
            </SubmitButton>
          </Form>
        )}
      </Card>
      <Card title="Delete your account">
        <p>
          Your account closes right away, and we delete it for good two weeks later. Until then, you can come
          back.
        </p>
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
      Requested <Time at={made.askedAt} as="dateTime" />
    </>
  );
  switch (made.state) {
    case "waiting":
      return <p>{asked}: in progress.</p>;
    case "failed":
      return (
        <p>
          {asked}: {notDone("we couldn't make it.")}
        </p>
      );
    case "expired":
      return <p className="muted">{asked}: expired.</p>;
    case "ready":
      return (
        <p>
          {asked}:{" "}
          <a className="btn btn-secondary btn-small" href={paths.dataExport(made.id)}>
            Download ({sizeWords(made.bytes)})
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
