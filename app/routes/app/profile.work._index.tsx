import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import type { Actor } from "~/features/accounts/actor";
import { noRoomWords } from "~/features/media/media";
import { moveSample, removeSample, restoreSample, setCover } from "~/features/portfolio/arranging.server";
import { OwnSamples } from "~/features/portfolio/components/own-samples";
import { listSamples } from "~/features/portfolio/listing.server";
import { arrangeSchema } from "~/features/portfolio/portfolio.schema";
import { sampleLimits } from "~/features/portfolio/sample";
import { mostSamplesWords } from "~/features/portfolio/sample-words";
import { pressed } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { parseId } from "~/ids";
import { paths } from "~/paths";
import { failurePage, pageTitle } from "~/shell/page";
import styles from "~/styles/profile-page.css?url";
import { Form } from "~/ui/form";
import { ButtonLink, EmptyState, Link, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Your work");

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const handle: RouteHandle = {
  styles,
  failure: { form: [notDone("Your changes weren't saved.")] },
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const samples = await listSamples(actor.userId);
  const removed = parseId(new URL(args.request.url).searchParams.get("removed"));
  return { samples, removed: samples.some(({ id }) => id === removed) ? null : removed };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, arrangeSchema);
  const { sample, intent, before = null } = pressed(form);
  if (intent === "restore") return restore(actor, sample);
  if (intent === "remove") await removeSample(actor, sample);
  else if (intent === "up" || intent === "down") await moveSample(actor, sample, intent);
  else if (intent === "place") await moveSample(actor, sample, { before });
  else await setCover(actor, intent === "cover" ? sample : null);
  return redirect(paths.samples(intent === "remove" ? { removed: sample } : {}), 303);
}

async function restore(actor: Actor, sampleId: string) {
  const done = await restoreSample(actor, sampleId);
  if (done.ok) return redirectWithFlash(paths.samples(), { title: "Sample restored" });
  return redirectWithFlash(paths.samples(), {
    title: "Sample not restored",
    text: notRestoredWords[done.refused],
    tone: "destructive",
  });
}

const notRestoredWords = {
  "not-found": "This sample can't be restored anymore.",
  "most-samples": mostSamplesWords,
  quota: noRoomWords,
};

export default function OwnWork() {
  const { samples, removed } = useLoaderData<typeof loader>();
  const isFull = samples.length >= sampleLimits.count;
  return (
    <div className="stack">
      <p>
        <ButtonLink to={paths.ownProfile()} kind="secondary" small>
          Back to your profile
        </ButtonLink>
      </p>
      <h1>Your work</h1>
      <p className="muted">
        {samples.length} of {sampleLimits.count} samples. People decide by looking at work, so lead with your
        best.
      </p>
      {removed && (
        <Form className="row" preventScrollReset>
          <input type="hidden" name="sample" value={removed} />
          <p role="status">Sample removed.</p>
          <SubmitButton kind="secondary" small name="intent" value="restore" pending="Undoing...">
            Undo
          </SubmitButton>
        </Form>
      )}
      {isFull ? (
        <p>{mostSamplesWords}</p>
      ) : (
        <div className="row">
          <ButtonLink to={paths.newSample()}>Add a file</ButtonLink>
          <ButtonLink to={paths.newSample({ kind: "link" })} kind="secondary">
            Add a link
          </ButtonLink>
        </div>
      )}
      {samples.length > 0 ? (
        <OwnSamples samples={samples} />
      ) : (
        <EmptyState title="No work yet">
          Your pictures, videos and PDFs show up here, on your profile and on your card. Use{" "}
          <Link to={paths.newSample({ kind: "link" })}>a link</Link> for work that lives somewhere else.
        </EmptyState>
      )}
    </div>
  );
}

export const ErrorBoundary = failurePage("Error loading your work");
