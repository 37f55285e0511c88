import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { notDone } from "~/failure-words";
import type { Actor } from "~/features/accounts/actor";
import { listCatalog } from "~/features/catalog/reading.server";
import { mostBytes, pictureTooLarge, tooManyUploads } from "~/features/media/media";
import { fileRefusalWords } from "~/features/media/refusals";
import { editSample, setStill } from "~/features/portfolio/arranging.server";
import { SampleFigure } from "~/features/portfolio/components/sample-figure";
import {
  type SampleFieldName,
  SampleFields,
  StillForm,
  sampleFields,
} from "~/features/portfolio/components/sample-form";
import { findOwnSample } from "~/features/portfolio/listing.server";
import { editSampleSchema } from "~/features/portfolio/portfolio.schema";
import { notFound, orNotFound } from "~/http/form.server";
import { type FileForm, readFileForm } from "~/http/read-upload.server";
import { idParam, redirectWithFlash, requireSignIn } from "~/http/route.server";
import { paths } from "~/paths";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/work-page.css?url";
import { BackLink } from "~/ui/back-link";
import { ErrorSummary, Form, useForm } from "~/ui/form";
import { SubmitButton } from "~/ui/parts";

export const meta = pageTitle<typeof loader>(({ sample }) => `Edit “${sample.title}”`);

export const { handle, links } = withStyles(styles, {
  bodyLimit: mostBytes.image + 64 * 1024,
  bodyLimitWords: pictureTooLarge,
  isUpload: true,
  formFailure: notDone("Your sample wasn't saved."),
});

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const sample = orNotFound(await findOwnSample(actor, idParam(args, "sampleId")));
  const { services } = await listCatalog();
  return { sample, services: services.map(({ id, name }) => ({ id, name })) };
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireSignIn(args, editSampleSchema);
  const sampleId = idParam(args, "sampleId");
  const received = await readFileForm(args, editSampleSchema, { field: "file", maxBytes: mostBytes.image });
  try {
    return await save(actor, sampleId, received);
  } finally {
    await received.discard();
  }
}

async function save(
  actor: Actor,
  sampleId: string,
  { form, file, refused }: FileForm<z.output<typeof editSampleSchema>>,
) {
  if (!form.ok) return form.reply;
  const sent = form.value;
  if (sent.intent === "save") {
    const { service, madeOn, title, part, alt } = sent;
    const done = await editSample(actor, sampleId, {
      title,
      part,
      alt,
      serviceId: service ?? null,
      madeOn: madeOn ?? null,
    });
    if (!done.ok) throw notFound();
    return redirectWithFlash(paths.samples(), { title: "Sample saved" });
  }
  if (sent.intent === "still" && !file)
    return form.refuse({
      file: [refused === "too-large" ? pictureTooLarge : "Please choose a picture."],
    });
  const done = await setStill(actor, sampleId, sent.intent === "still" ? file : null);
  if (done.ok)
    return redirectWithFlash(paths.sample(sampleId), {
      title: sent.intent === "still" ? "Picture saved" : "Picture removed",
    });
  if (done.refused === "not-found") throw notFound();
  if (done.refused === "too-often")
    return form.refuse({ file: [`${tooManyUploads} Please try again in an hour.`] }, 429);
  return form.refuse({ file: [fileRefusalWords(done, ["image"])] }, 422);
}

export default function EditSample() {
  const { sample, services } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const isStill = result?.initialValue?.intent === "still";
  const { formProps, field, errorsOf } = useForm<SampleFieldName>("sample", isStill ? undefined : result, {
    ...sample,
    alt: sample.alt ?? "",
    service: sample.serviceId === null ? "" : String(sample.serviceId),
    madeOn: sample.madeOn ?? "",
  });
  return (
    <div className="stack">
      <BackLink to={paths.samples()}>Back to your work</BackLink>
      <h1>Edit a sample</h1>
      <div className="two-form">
        <div className="stack">
          <Form {...formProps} className="stack">
            <ErrorSummary title="Your sample wasn't saved" errors={errorsOf(sampleFields)} />
            <SampleFields field={field} services={services} />
            <SubmitButton name="intent" value="save" pending="Saving...">
              Save
            </SubmitButton>
          </Form>
          {sample.kind !== "image" && (
            <StillForm hasStill={sample.picture !== null} result={isStill ? result : undefined} />
          )}
        </div>
        <SampleFigure sample={sample} />
      </div>
    </div>
  );
}

export const ErrorBoundary = failurePage("Error loading your work");
