import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { FilePreview } from "~/features/media/components/file-preview";
import {
  audioFormats,
  mostSize,
  pictureFormats,
  pixelHint,
  sizeText,
  videoFormats,
} from "~/features/media/media";
import { longestLink } from "~/links";
import { paths } from "~/paths";
import { FileField } from "~/ui/file-field";
import {
  ErrorSummary,
  Field,
  type FieldState,
  Form,
  type FormResult,
  fieldProps,
  Select,
  TextArea,
  useForm,
} from "~/ui/form";
import { Button, SubmitButton } from "~/ui/parts";
import { sampleLimits } from "../sample";
import { accepted } from "../sample-words";
import { useChosenFile } from "./use-chosen-file";

export const sampleFields = ["title", "alt", "part", "service", "madeOn"] as const;
export type SampleFieldName = (typeof sampleFields)[number];

/**
 * @param isFromFile the title may stay empty, because the sample then gets its file's name; 'named' if script has
 * already filled that in
 * @param isFolded folds away everything but the title and the description, unless one of those fields has an error
 */
export function SampleFields({
  field,
  services,
  isFromFile,
  isFolded,
}: {
  field: (name: SampleFieldName) => FieldState;
  services: { id: number; name: string }[];
  isFromFile?: true | "named";
  isFolded?: boolean;
}) {
  const rest = (
    <>
      <TextArea
        label="Your role"
        hint="For example, “Edit and color. The client shot the footage.”"
        rows={2}
        limit={sampleLimits.part}
        showOptional
        {...fieldProps(field("part"))}
      />
      <Select
        label="Service"
        emptyLabel="None"
        options={services.map(({ id, name }) => ({ value: String(id), label: name }))}
        showOptional
        {...fieldProps(field("service"))}
      />
      <Field label="Date made" type="date" showOptional {...fieldProps(field("madeOn"))} />
    </>
  );
  const isWrong = (["part", "service", "madeOn"] as const).some((name) => field(name).errors);
  return (
    <>
      <Field
        label="Title"
        hint={
          isFromFile === true
            ? "If you leave it empty, we use the file name."
            : !isFromFile && "What it is, like “Trailer for a series about rivers”"
        }
        limit={sampleLimits.title}
        required={!isFromFile}
        {...fieldProps(field("title"))}
      />
      <TextArea
        label="What it shows"
        hint="For people who can't see it, like “A canoe on a foggy river at dawn”"
        rows={2}
        limit={sampleLimits.alt}
        showOptional
        {...fieldProps(field("alt"))}
      />
      {isFolded ? (
        <details className="fold" open={isWrong}>
          <summary>Your role, service and date</summary>
          <div className="stack">{rest}</div>
        </details>
      ) : (
        rest
      )}
    </>
  );
}

interface NewSampleProps {
  /** Identifies the sample, so that a form sent twice adds it once. */
  sampleKey: string;
  services: { id: number; name: string }[];
  result?: FormResult;
}

/** The accepted formats with their limits. */
const sampleHint = `Pictures (${pictureFormats}) and PDFs up to ${mostSize.image}, videos (${videoFormats}) up to ${mostSize.video}, audio (${audioFormats}) up to ${mostSize.audio}. Audio files keep their tags. ${pixelHint}`;

/**
 * The form that adds a file. With script, the file is previewed right away and uploads while its title is being typed;
 * the form then sends only the upload's ID. The title starts as the file's name.
 * @param chosen a file that was chosen elsewhere on the page, so this form needs no field for it
 * @param onEnd called once the sample has been added or its file removed
 */
export function FileSampleForm({
  sampleKey,
  services,
  result,
  chosen,
  isMain = true,
  onEnd,
}: NewSampleProps & {
  chosen?: File;
  /** Whether its button is the page's main action. */
  isMain?: boolean;
  onEnd?: () => void;
}) {
  const fetcher = useFetcher<{ result: FormResult }>();
  const refused = fetcher.data?.result ?? result;
  const formId = `sample-${sampleKey}`;
  const { formProps, field, errorsOf } = useForm<"file" | SampleFieldName>(formId, refused);
  const isBusy = fetcher.state !== "idle";
  const picked = useChosenFile({ formId, refused, chosen, isBusy });
  const { file, kept } = picked;
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy && !fetcher.data) onEnd?.();
    wasBusy.current = isBusy;
  });
  return (
    <Form
      {...formProps}
      fetcher={fetcher}
      action={paths.newSample()}
      encType="multipart/form-data"
      className="stack"
      onSubmit={picked.onSubmit}
    >
      <ErrorSummary title="Your sample wasn't added" errors={errorsOf(["file", ...sampleFields])} />
      <input type="hidden" name="intent" value="file" />
      <input type="hidden" name="key" value={sampleKey} />
      {kept && (
        <>
          <input type="hidden" name="upload" value={kept.uploadId} />
          <input type="hidden" name="uploadName" value={kept.name} />
        </>
      )}
      {kept && !file && (
        <p>
          {kept.name || "Your file"}{" "}
          <span className="hint">Already uploaded. To replace it, choose another file.</span>
        </p>
      )}
      {file && <Sending picked={picked} file={file} onStop={onEnd ?? (() => picked.choose(null))} />}
      <div className="drop" hidden={file !== null}>
        <FileField
          label="Choose a file, or drop it here"
          name="file"
          accept={accepted.sample}
          hint={sampleHint}
          required={!kept}
          onChange={(event) => picked.choose(event.currentTarget.files?.[0] ?? null)}
          id={field("file").id}
          error={field("file").errors}
        />
      </div>
      <SampleFields field={field} services={services} isFromFile={file ? "named" : true} isFolded />
      <SubmitButton
        kind={isMain ? "primary" : "secondary"}
        pending="Adding..."
        busy={isBusy || picked.isAwaited || undefined}
      >
        Add to your work
        {chosen && <span className="visually-hidden">: {chosen.name}</span>}
      </SubmitButton>
    </Form>
  );
}

/** The file while it uploads: its preview, its progress, and a button that stops it. */
export function Sending({
  picked: { upload, isHere },
  file,
  onStop,
}: {
  picked: ReturnType<typeof useChosenFile>;
  file: File;
  onStop: () => void;
}) {
  const { state, pause, resume } = upload;
  const percent = "percent" in state ? state.percent : undefined;
  return (
    <>
      <FilePreview file={file} percent={percent} />
      <div className="row sending">
        {state.step === "failed" ? (
          <p role="alert" className="error">
            {state.words}
          </p>
        ) : (
          <p>
            {percent === undefined ? isHere ? "Uploaded" : "Ready" : <strong>{percent}%</strong>}{" "}
            <span className="hint">
              {percent === undefined ? sizeText(file.size) : `of ${sizeText(file.size)}`}
              {state.step === "sending" && state.secondsLeft
                ? `, about ${timeLeft(state.secondsLeft)} left`
                : state.step === "waiting" && ", waiting for a connection"}
            </span>
          </p>
        )}
        {(state.step === "sending" || state.step === "paused") && (
          <Button type="button" kind="soft" small onClick={state.step === "paused" ? resume : pause}>
            {state.step === "paused" ? "Resume" : "Pause"}
          </Button>
        )}
        <Button
          type="button"
          kind="soft"
          small
          onClick={() => {
            upload.stop();
            onStop();
          }}
        >
          {percent === undefined ? "Remove" : "Stop"}
          <span className="visually-hidden"> {file.name}</span>
        </Button>
      </div>
    </>
  );
}

const timeLeft = (seconds: number) =>
  seconds < 60
    ? `${Math.max(5, Math.ceil(seconds / 5) * 5)} seconds`
    : seconds < 90
      ? "a minute"
      : `${Math.round(seconds / 60)} minutes`;

/** The form that adds a link to work on another site. */
export function LinkSampleForm({ sampleKey, services, result }: NewSampleProps) {
  const { formProps, field, errorsOf, propsOf } = useForm<"url" | SampleFieldName>("sample", result);
  return (
    <Form {...formProps} className="stack">
      <ErrorSummary title="Your sample wasn't added" errors={errorsOf(["url", ...sampleFields])} />
      <input type="hidden" name="intent" value="link" />
      <input type="hidden" name="key" value={sampleKey} />
      <Field
        label="Link"
        hint="A link to a video, a post or a page, like example.com/my-video"
        inputMode="url"
        autoComplete="off"
        required
        limit={longestLink}
        {...propsOf("url")}
      />
      <SampleFields field={field} services={services} isFolded />
      <SubmitButton pending="Adding...">Add to your work</SubmitButton>
    </Form>
  );
}

export function StillForm({ hasStill, result }: { hasStill: boolean; result: FormResult | undefined }) {
  const { formProps, field, errorsOf } = useForm<"file">("still", result);
  const { id, name, errors } = field("file");
  return (
    <section className="stack">
      <h2>Preview picture</h2>
      <Form {...formProps} encType="multipart/form-data" className="stack">
        <ErrorSummary title="Your picture wasn't saved" errors={errorsOf(["file"])} />
        <input type="hidden" name="intent" value="still" />
        <FileField
          label="Picture"
          id={id}
          name={name}
          accept={accepted.picture}
          hint={`${pictureFormats}, up to ${mostSize.image}. People see it before they open or play the sample. ${pixelHint}`}
          required
          error={errors}
        />
        <SubmitButton kind="secondary" pending="Uploading...">
          Save picture
        </SubmitButton>
      </Form>
      {hasStill && (
        <Form>
          <SubmitButton name="intent" value="drop-still" kind="quiet" pending="Removing...">
            Remove picture
          </SubmitButton>
        </Form>
      )}
    </section>
  );
}
