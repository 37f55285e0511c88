import { UploadProgress } from "~/features/media/components/upload-progress";
import { useSendFirst } from "~/features/media/components/use-send-first";
import { takeStill } from "~/features/media/components/video-still";
import { SubmitButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { FileField } from "~/ui/file-field";
import { Form } from "~/ui/form";
import { type FormResult, summaryOf, useForm } from "~/ui/form-fields";
import { accepted } from "../sample-words";
import { SampleFields } from "./sample-fields";

/** With script, a large file is sent first, in a way that survives a broken connection, and the form then names it. */
export function FileSampleForm({
  sampleKey,
  services,
  result,
}: {
  /** Makes the form's sample once, however often it is sent. */
  sampleKey: string;
  services: { id: number; name: string }[];
  result: FormResult | undefined;
}) {
  const { form, formProps, field } = useForm<"file" | "title" | "part" | "service" | "madeOn">(
    "sample",
    result,
  );
  const { onSubmit, isSending, progress, kept, onChoose } = useSendFirst({
    result,
    instead: async (file) => (file.type.startsWith("video/") ? takeStill(file) : null),
  });
  const { id, errors } = field("file");

  return (
    <Form {...formProps} encType="multipart/form-data" className="stack" onSubmit={onSubmit}>
      <ErrorSummary
        title="The sample was not added"
        errors={summaryOf(form, (["file", "title", "part", "service", "madeOn"] as const).map(field))}
      />
      <input type="hidden" name="intent" value="file" />
      <input type="hidden" name="key" value={sampleKey} />
      {kept && (
        <>
          <input type="hidden" name="upload" value={kept.uploadId} />
          <input type="hidden" name="uploadName" value={kept.name} />
          <p>
            {kept.name || "Your file"}{" "}
            <span className="hint">has arrived. You can choose another in its place.</span>
          </p>
        </>
      )}
      <FileField
        // Empty once its file has arrived.
        key={String(result?.initialValue?.upload || "first")}
        label="File"
        id={id}
        name="file"
        accept={accepted.sample}
        hint="A picture (JPEG, PNG, WebP, AVIF) or a PDF of at most 20 MB, or a video (MP4, WebM, MOV) of at most 500 MB."
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
