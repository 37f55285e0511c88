import { UploadProgress } from "~/features/media/components/upload-progress";
import { useSendFirst } from "~/features/media/components/use-send-first";
import { FileField } from "~/ui/file-field";
import { ErrorSummary, Form, type FormResult, useForm } from "~/ui/form";
import { Card, SubmitButton } from "~/ui/parts";
import {
  acceptedReferences,
  type BriefFileView,
  type DraftOfForm,
  mostBriefFiles,
  mostBriefFilesWords,
  referenceHint,
} from "../brief";
import { BriefFiles } from "./brief-files";

/** The owner's view of the brief's files: each can be removed, and a form adds more. The page's action handles both. */
export function EditBriefFiles({
  draft,
  formKey,
  files,
  sharesFiles,
  result,
}: {
  /** Set if the brief is a draft. */
  draft?: DraftOfForm;
  /** Makes sure that files are added once if the form is sent twice. */
  formKey: string;
  files: BriefFileView[];
  /** Whether the plan allows PDFs and sounds. */
  sharesFiles: boolean;
  result?: FormResult;
}) {
  const remove = (file: BriefFileView, label: string) => (
    <Form preventScrollReset>
      <Draft draft={draft} />
      <input type="hidden" name="file" value={file.id} />
      <SubmitButton kind="quiet" small name="intent" value="remove" pending="Removing...">
        Remove<span className="visually-hidden"> {label}</span>
      </SubmitButton>
    </Form>
  );
  const { formProps, field, errorsOf } = useForm<"file">("reference", result);
  const { onSubmit, isSending, failures, progress } = useSendFirst();
  const isFull = files.length >= mostBriefFiles;
  const errors = errorsOf(isFull ? [] : ["file"]);
  return (
    <>
      <p className="muted">
        {files.length} of {mostBriefFiles} files. Only people who can see the project can see them.
      </p>
      <ErrorSummary
        title={errors.length > 1 ? "Some files weren't added" : "Your file wasn't added"}
        errors={errors}
      />
      {failures.map((words) => (
        <p key={words} role="alert" className="error">
          {words}
        </p>
      ))}
      {files.length > 0 && <BriefFiles files={files} act={remove} />}
      {isFull ? (
        <p>{mostBriefFilesWords}</p>
      ) : (
        // The key empties the form once its files are stored.
        <Card key={formKey}>
          <Form {...formProps} encType="multipart/form-data" className="stack" onSubmit={onSubmit}>
            <input type="hidden" name="intent" value="add" />
            <Draft draft={draft} />
            <input type="hidden" name="key" value={formKey} />
            <FileField
              label="Add files"
              id={field("file").id}
              name="file"
              accept={acceptedReferences(sharesFiles)}
              hint={referenceHint(sharesFiles)}
              multiple
              required
              error={field("file").errors}
            />
            {(failures.length === 0 || isSending) && <UploadProgress {...progress} />}
            <SubmitButton pending="Adding..." busy={isSending || undefined}>
              Add to brief
            </SubmitButton>
          </Form>
        </Card>
      )}
    </>
  );
}

const Draft = ({ draft }: { draft?: DraftOfForm }) => (
  <>
    {draft && <input type="hidden" name="draftKey" value={draft.key} />}
    {draft?.isStored && <input type="hidden" name="isStored" value="1" />}
  </>
);
