import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import type { Actor } from "~/features/accounts/actor";
import { listCatalog } from "~/features/catalog/reading.server";
import { Frame } from "~/features/media/components/frame";
import { toneStyle } from "~/features/media/components/picture";
import { StorageBar } from "~/features/media/components/storage-bar";
import { noRoomWords } from "~/features/media/media";
import { moveSample, removeSample, restoreSample, setCover } from "~/features/portfolio/arranging.server";
import { OwnSamples } from "~/features/portfolio/components/own-samples";
import { frameOf } from "~/features/portfolio/components/sample-frame";
import { findOwnWork } from "~/features/portfolio/listing.server";
import { arrangeSchema } from "~/features/portfolio/portfolio.schema";
import { canLead, coverFirst, type SampleView, sampleLimits } from "~/features/portfolio/sample";
import { mostSamplesWords } from "~/features/portfolio/sample-words";
import { pressed } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import { parseId } from "~/ids";
import { paths } from "~/paths";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import { useRootData } from "~/shell/root-data";
import styles from "~/styles/work-page.css?url";
import { Avatar, hueOf } from "~/ui/avatar";
import { Form } from "~/ui/form";
import { headingFace } from "~/ui/heading-face";
import { Link, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Your work");

export const { handle, links } = withStyles(styles, { formFailure: notDone("Your changes weren't saved.") });

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const own = await findOwnWork(actor);
  const has = (id: string | null) => own.samples.some((sample) => sample.id === id);
  const query = new URL(args.request.url).searchParams;
  const removed = parseId(query.get("removed"));
  const { services } = await listCatalog();
  return {
    ...own,
    removed: has(removed) ? null : removed,
    isAdded: has(parseId(query.get("added"))),
    services: services.map(({ id, name }) => ({ id, name })),
  };
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
  const { samples, removed, storage, about, services, isAdded } = useLoaderData<typeof loader>();
  const person = useRootData()?.person;
  return (
    <div className="own-work stack">
      <h1>Your work</h1>
      <p className="muted">
        {samples.length} of {sampleLimits.count} samples. Your cover is the first thing people see on your
        card and your profile.
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
      <div className={`two-form${isAdded ? " added" : ""}`}>
        <OwnSamples samples={samples} services={services} />
        <div className="stack">
          {samples.length > 0 && person && (
            <aside
              className="preview"
              aria-label={seenBy[person.isContributor ? "creators" : "contributors"]}
            >
              <p className="hint">{seenBy[person.isContributor ? "creators" : "contributors"]}</p>
              <WorkPreview samples={samples} person={person} about={about} />
              <p>
                <Link to={paths.ownProfile()}>See your profile</Link>
              </p>
            </aside>
          )}
          <StorageBar storage={storage} />
        </div>
      </div>
    </div>
  );
}

const seenBy = { creators: "How creators see you", contributors: "How contributors see you" };

export const ErrorBoundary = failurePage("Error loading your work");

/** The actor's card, small: their cover and one more picture, their face and their name. */
function WorkPreview({
  samples,
  person: { name, avatarUrl },
  about,
}: {
  samples: SampleView[];
  person: { name: string; avatarUrl: string | null };
  about: string[];
}) {
  const shown = coverFirst(samples.filter(canLead)).slice(0, 2);
  const [first] = shown.length > 0 ? shown : samples;
  return (
    <div className={`mini film ${hueOf(name)}`} style={first?.picture ? toneStyle(first.picture) : undefined}>
      <div className="clip">
        {(shown.length > 0 ? shown : samples.slice(0, 1)).map((sample) => {
          const { id: _id, to: _to, ...frame } = frameOf(sample, "");
          return <Frame key={sample.id} {...frame} sizes="(min-width: 64rem) 24rem, 80vw" />;
        })}
      </div>
      <p className="by">
        <Avatar name={name} src={avatarUrl} size="small" />
        <span>
          <b className={headingFace(name)}>{name}</b> {about.join(" · ")}
        </span>
      </p>
    </div>
  );
}
