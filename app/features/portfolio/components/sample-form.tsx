import { UploadProgress } from "~/features/media/components/upload-progress";
import { useSendFirst } from "~/features/media/components/use-send-first";
import { takeStill } from "~/features/media/components/video-still";
import { audioFormats, mostSize, pictureFormats, pixelHint, videoFormats } from "~/features/media/media";
import { longestLink } from "~/links";
import { FileField } from "~/ui/file-field";
import {
  ErrorSummary,
  Field,
  type FieldState,
  Form,
  type FormResult,
  fieldOf,
  fieldProps,
  Select,
  summaryOf,
  TextArea,
  useForm,
} from "~/ui/form";
import { Card, SubmitButton } from "~/ui/parts";
import { sampleLimits } from "../sample";
import { accepted } from "../sample-words";

type SampleFieldName = "title" | "part" | "alt" | "service" | "madeOn";

export function SampleFields({
  field,
  services,
}: {
  field: (name: SampleFieldName) => FieldState;
  services: { id: number; name: string }[];
}) {
  return (
    <>
      <Field
        label="Title"
        hint="What it is, like “Trailer for a series about rivers”"
        limit={sampleLimits.title}
        required
        {...fieldProps(field("title"))}
      />
      <TextArea
        label="Your role"
        hint="For example, “Edit and color. The client shot the footage.”"
        rows={2}
        limit={sampleLimits.part}
        showOptional
        {...fieldProps(field("part"))}
      />
      <TextArea
        label="What it shows"
        hint="For people who can't see it, like “A canoe on a foggy river at dawn.”"
        rows={2}
        limit={sampleLimits.alt}
        showOptional
        {...fieldProps(field("alt"))}
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
}

/** With script, a large file is sent first through a resumable upload, and the form then names it. */
export function FileSampleForm({
  sampleKey,
  services,
  result,
}: {
  /** Creates the sample once, however often the form is sent. */
  sampleKey: string;
  services: { id: number; name: string }[];
  result: FormResult | undefined;
}) {
  const { form, formProps, field } = useForm<"file" | SampleFieldName>("sample", result);
  const { onSubmit, isSending, progress, kept, onChoose } = useSendFirst({
    result,
    instead: async (file) => (file.type.startsWith("video/") ? takeStill(file) : null),
  });
  const { id, errors } = field("file");

  return (
    <Form {...formProps} encType="multipart/form-data" className="stack" onSubmit={onSubmit}>
      <ErrorSummary
        title="Your sample wasn't added"
        errors={summaryOf(form, (["file", "title", "part", "alt", "service", "madeOn"] as const).map(field))}
      />
      <input type="hidden" name="intent" value="file" />
      <input type="hidden" name="key" value={sampleKey} />
      {kept && (
        <>
          <input type="hidden" name="upload" value={kept.uploadId} />
          <input type="hidden" name="uploadName" value={kept.name} />
          <p>
            {kept.name || "Your file"}{" "}
            <span className="hint">is uploaded. To replace it, choose another file.</span>
          </p>
        </>
      )}
      <FileField
        // Resets the field once its file has arrived.
        key={String(result?.initialValue?.upload || "first")}
        label="File"
        id={id}
        name="file"
        accept={accepted.sample}
        hint={`A picture (${pictureFormats}) or PDF up to ${mostSize.image}, a video (${videoFormats}) up to ${mostSize.video}, or a sound (${audioFormats}) up to ${mostSize.audio}, which keeps its tags. ${pixelHint}`}
        required={!kept}
        onChange={onChoose}
        error={errors}
      />
      <SampleFields field={field} services={services} />
      <UploadProgress {...progress} />
      <div>
        <SubmitButton pending="Adding..." busy={isSending || undefined}>
          Add to your work
        </SubmitButton>
      </div>
    </Form>
  );
}

/** For work hosted elsewhere. */
export function LinkSampleForm({
  sampleKey,
  services,
  result,
}: {
  sampleKey: string;
  services: { id: number; name: string }[];
  result: FormResult | undefined;
}) {
  const { form, formProps, field } = useForm<"url" | SampleFieldName>("sample", result);
  return (
    <Form {...formProps} className="stack">
      <ErrorSummary
        title="Your sample wasn't added"
        errors={summaryOf(form, (["url", "title", "part", "alt", "service", "madeOn"] as const).map(field))}
      />
      <input type="hidden" name="intent" value="link" />
      <input type="hidden" name="key" value={sampleKey} />
      <Field
        label="Link"
        hint="A link to a video, a post or a page, like example.com/my-video"
        inputMode="url"
        autoComplete="off"
        required
        limit={longestLink}
        {...fieldProps(field("url"))}
      />
      <SampleFields field={field} services={services} />
      <div>
        <SubmitButton pending="Adding...">Add to your work</SubmitButton>
      </div>
    </Form>
  );
}

export function StillForm({ hasStill, result }: { hasStill: boolean; result: FormResult | undefined }) {
  const { id, errors } = fieldOf("still", result, "file");
  return (
    <Card title="Preview picture">
      <Form encType="multipart/form-data" className="stack">
        <input type="hidden" name="intent" value="still" />
        <FileField
          label="Picture"
          id={id}
          name="file"
          accept={accepted.picture}
          hint={`${pictureFormats}, up to ${mostSize.image}. People see it before they open or play the sample. ${pixelHint}`}
          required
          error={errors}
        />
        <div>
          <SubmitButton kind="secondary" pending="Uploading...">
            Save picture
          </SubmitButton>
        </div>
      </Form>
      {hasStill && (
        <Form>
          <SubmitButton name="intent" value="drop-still" kind="quiet" pending="Removing...">
            Remove picture
          </SubmitButton>
        </Form>
      )}
    </Card>
  );
}
