import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { notDone, retryText } from "~/failure-words";
import type { Actor } from "~/features/accounts/actor";
import { listCatalog } from "~/features/catalog/reading.server";
import { nameOf } from "~/features/media/arriving.server";
import { fittedName, plainName, titleOfFile } from "~/features/media/file-name";
import { mostBytes, tooManyUploads } from "~/features/media/media";
import { fileRefusalWords } from "~/features/media/refusals";
import { type AddOutcome, addLink, addSample, isWorkFull } from "~/features/portfolio/adding.server";
import { setStill } from "~/features/portfolio/arranging.server";
import { FileSampleForm, LinkSampleForm } from "~/features/portfolio/components/sample-form";
import { newSampleSchema } from "~/features/portfolio/portfolio.schema";
import { sampleKinds, sampleLimits } from "~/features/portfolio/sample";
import { mostSamplesWords, sampleTooLarge } from "~/features/portfolio/sample-words";
import { type FileForm, readFileForm } from "~/http/read-upload.server";
import { redirectWithFlash, requireSignIn } from "~/http/route.server";
import { paths } from "~/paths";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/work-page.css?url";
import { BackLink } from "~/ui/back-link";
import { Link } from "~/ui/parts";

export const meta = pageTitle("Add to your work");

export const { handle, links } = withStyles(styles, {
  bodyLimit: mostBytes.video + 64 * 1024,
  bodyLimitWords: sampleTooLarge,
  isUpload: true,
  formFailure: notDone("Your sample wasn't added."),
});

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const query = new URL(args.request.url).searchParams;
  const { services } = await listCatalog();
  return {
    key: randomUUID(),
    isFull: await isWorkFull(actor),
    isLink: query.get("kind") === "link",
    isFirst: query.get("first") === "1",
    services: services.map(({ id, name }) => ({ id, name })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireSignIn(args, newSampleSchema);
  const received = await readFileForm(args, newSampleSchema, { field: "file", maxBytes: mostBytes.video });
  try {
    return await add(actor, received);
  } finally {
    await received.discard();
  }
}

type Received = FileForm<z.output<typeof newSampleSchema>>;

async function add(actor: Actor, { form, file, refused }: Received) {
  if (!form.ok) return form.reply;
  const { key, part, alt, service, madeOn, ...content } = form.value;
  const facts = { part, alt, serviceId: service ?? null, madeOn: madeOn ?? null };
  if (content.intent === "link")
    return reply(form, await addLink(actor, key, { ...facts, title: content.title }, content.url), "url");
  const { upload, title } = content;
  const given = upload ? { uploadId: upload } : file;
  if (!given)
    return form.refuse(
      {
        file: [refused ? fileWords[refused] : "Please choose a file."],
      },
      refused === "too-large" ? 413 : 400,
    );
  const itsName = title ? "" : fittedName(plainName(await nameOf(actor, given)), sampleLimits.title);
  const named = { ...facts, title: title || titleOfFile(itsName) || "Untitled" };
  const done = await addSample(actor, key, named, given);
  // We accept the video even if we can't read its still.
  if (done.ok && upload && file) await setStill(actor, done.sampleId, file);
  return reply(form, done, "file");
}

const fileWords = {
  "several-files": "Please choose just one file.",
  "too-large": sampleTooLarge,
};

function reply(form: Extract<Received["form"], { ok: true }>, done: AddOutcome, field: "file" | "url") {
  if (done.ok)
    return redirectWithFlash(paths.samples({ added: done.sampleId }), { title: "Added to your work" });
  if (done.refused === "most-samples") return form.refuse(mostSamplesWords, 409);
  // The form keeps the file, because nothing is wrong with it.
  if (done.refused === "storing") return form.refuse(fileRefusalWords(done, sampleKinds), 409);
  if (done.refused === "too-often")
    return form.refuse(
      { [field]: [`${tooManyUploads} Please try again ${retryText(done.waitSeconds)}.`] },
      429,
    );
  return form.refuse({ [field]: [fileRefusalWords(done, sampleKinds)] }, 422);
}

export default function NewSample() {
  const { key, isFull, isLink, isFirst, services } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const SampleForm = isLink ? LinkSampleForm : FileSampleForm;
  return (
    <div className="narrow stack">
      {isFirst ? (
        <>
          <h1>Show your first piece of work</h1>
          <p>It's the first thing people see. You can change it later.</p>
        </>
      ) : (
        <>
          <BackLink to={paths.samples()}>Back to your work</BackLink>
          <h1>{isLink ? "Add a link" : "Add a file"}</h1>
        </>
      )}
      {isFull && !result ? (
        <p>{mostSamplesWords}</p>
      ) : (
        <SampleForm sampleKey={key} services={services} result={result} />
      )}
      <p className="row">
        {!isLink && !isFull && (
          <Link to={paths.newSample({ kind: "link", ...(isFirst && { first: "1" }) })}>
            Add a link instead
          </Link>
        )}{" "}
        {isFirst && <Link to={paths.dashboard()}>Not now</Link>}
      </p>
    </div>
  );
}

export const ErrorBoundary = failurePage("Error loading your work");
