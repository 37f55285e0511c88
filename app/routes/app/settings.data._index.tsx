import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone, retryText } from "~/failure-words";
import { daysToReturn } from "~/features/accounts/departing.server";
import { daysToFetch, listExports, requestExport } from "~/features/leaving/exporting.server";
import { RevalidateOnHint } from "~/features/live/components/revalidate-on-hint";
import { StorageBar } from "~/features/media/components/storage-bar";
import { findStorage } from "~/features/media/storing.server";
import { buttonSchema } from "~/fields.schema";
import { readSignedIn, redirectWithFlash, requireRecentProof, requireSignIn } from "~/http/route.server";
import { paths } from "~/paths";
import { pageTitle, withStyles } from "~/shell/page";
import { SettingRow, SettingsPage } from "~/shell/settings-page";
import { ZoneNote } from "~/shell/zone-note";
import styles from "~/styles/settings-page.css?url";
import { ErrorSummary, Form, useForm } from "~/ui/form";
import { ButtonLink, NextLink, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta = pageTitle("Your data");

export const { handle, links } = withStyles(styles, { formFailure: notDone("Your copy wasn't started.") });

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const [exports, storage] = await Promise.all([listExports(actor), findStorage(actor)]);
  return { exports, storage, days: daysToFetch, daysToComeBack: daysToReturn };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, buttonSchema);
  if (!form.ok) return form.reply;
  await requireRecentProof(args, actor);
  const done = await requestExport(actor);
  if (done.ok)
    return redirectWithFlash(paths.ownData(), {
      title: "We're making your copy",
      text: "We'll let you know when it's ready.",
    });
  return form.refuse(`You can get three copies a day. Please try again ${retryText(done.waitSeconds)}.`, 429);
}

export default function OwnData() {
  const { exports, storage, days, daysToComeBack } = useLoaderData<typeof loader>();
  const { formProps, errorsOf } = useForm("export", useActionData<typeof action>()?.result);
  const isWaiting = exports.some(({ state }) => state === "waiting");
  return (
    <SettingsPage current={paths.ownData()} title="Your data">
      {isWaiting && <RevalidateOnHint trustsPage />}
      <div className="set-rows">
        <StorageBar storage={storage}>
          <NextLink to={paths.samples()}>Free up space in your work</NextLink>
        </StorageBar>
        <SettingRow
          title="A copy of your data"
          hint={`A ZIP file with your data and files. It may take a while to make. Then you can download it for ${days} days, or until you make a newer one.`}
        >
          <ErrorSummary title="Copy not started" errors={errorsOf([])} />
          {exports.length > 0 && (
            <ul className="rows">
              {exports.map((made) => (
                <ExportLine key={made.id} made={made} />
              ))}
            </ul>
          )}
          {exports.length > 0 && <ZoneNote />}
          {isWaiting ? (
            <ButtonLink to={paths.ownData()} kind="secondary" small>
              Check again
            </ButtonLink>
          ) : (
            <Form {...formProps} action={paths.ownData()}>
              <SubmitButton kind="secondary" small pending="Starting...">
                Make a copy
              </SubmitButton>
            </Form>
          )}
        </SettingRow>
        <SettingRow
          title="Delete your account"
          hint={`Your account closes right away, and we delete it for good ${daysToComeBack} days later. Until then, you can come back.`}
        >
          <ButtonLink to={paths.deleteAccount()} kind="secondary" small>
            Delete my account
          </ButtonLink>
        </SettingRow>
      </div>
    </SettingsPage>
  );
}

function ExportLine({ made }: { made: Awaited<ReturnType<typeof loader>>["exports"][number] }) {
  return (
    <li>
      <div className="txt">
        <b>
          Requested <Time at={made.askedAt} as="dateTime" />
        </b>{" "}
        <p>
          {stateWords[made.state]}
          {made.state === "ready" && made.until && (
            <>
              Available until <Time at={made.until} as="inText" />
            </>
          )}
        </p>
      </div>
      {made.state === "ready" && (
        <a className="btn btn-secondary btn-small" href={paths.dataExport(made.id)}>
          Download ({sizeWords(made.bytes)})
        </a>
      )}
    </li>
  );
}

const stateWords = {
  waiting: "In progress",
  failed: notDone("We couldn't make it."),
  expired: "Expired",
  ready: null,
};

const sizeWords = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
