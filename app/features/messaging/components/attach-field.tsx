import { type MouseEvent, useEffect, useRef, useState } from "react";
import { sizeText } from "~/features/media/media";
import { FileField } from "~/ui/file-field";
import { Icon } from "~/ui/icon";
import { Button } from "~/ui/parts";
import { acceptedFiles, attachmentHint, earlyRefusal, type WaitingFile } from "../attachment";

/** Opens a file field without script, and the browser's file dialog with script. */
export function AttachField({
  id,
  errors,
  sharesFiles,
  attachment,
}: {
  id: string;
  errors?: string[];
  sharesFiles: boolean;
  attachment: ReturnType<typeof useAttachment>;
}) {
  const { chosen, Uploader, refused, openDialog, choose, arrive, remove } = attachment;
  const summary = useRef<HTMLElement>(null);

  const removeWords = (
    <>
      Remove<span className="visually-hidden"> {chosen?.name}</span>
    </>
  );

  function skipField(event: MouseEvent) {
    event.preventDefault();
    openDialog();
  }
  return (
    <>
      <details className="attach" open={Boolean(errors)}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
        <summary ref={summary} onClick={skipField} title={attachmentHint(sharesFiles)}>
          <Icon name="plus" label="Attach a file" />
        </summary>
        <FileField
          label="File"
          id={id}
          name="file"
          accept={acceptedFiles(sharesFiles)}
          hint={attachmentHint(sharesFiles)}
          error={errors}
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
      </details>
      {refused && (
        <p role="alert" className="attached error">
          {refused}
        </p>
      )}
      {chosen && (
        <div className="attached">
          <div className="row">
            <span>
              {chosen.name || "Your file"}{" "}
              <span className="hint">{chosen.file ? sizeText(chosen.file.size) : "is attached"}</span>
            </span>
            {chosen.file ? (
              <Button
                type="button"
                kind="quiet"
                small
                onClick={() => {
                  remove();
                  summary.current?.focus();
                }}
              >
                {removeWords}
              </Button>
            ) : (
              <label>
                <input type="checkbox" name="removeUpload" value="on" /> {removeWords}
              </label>
            )}
          </div>
          {Uploader && chosen.file && !chosen.uploadId && (
            <Uploader key={chosen.name + chosen.file.lastModified} file={chosen.file} onArrived={arrive} />
          )}
        </div>
      )}
    </>
  );
}

type Uploader = typeof import("./attachment-upload")["AttachmentUpload"];

export interface ChosenFile {
  name: string;
  /** Undefined if a refused form has already stored the file. */
  file?: File;
  /** Null until uploaded. */
  uploadId: string | null;
}

const notLoaded = "We couldn't connect, so the file isn't attached. Please choose it again.";

/**
 * With script, the composer's file. It's uploaded as soon as it's chosen, before its message, so a broken connection
 * loses nothing.
 * @param waiting stored by a refused form, with or without script
 * @param sharesFiles all kinds rather than pictures only, as decided by the server
 */
export function useAttachment(sharesFiles: boolean, inputId: string, waiting: WaitingFile | null) {
  const [chosen, setChosen] = useState<ChosenFile | null>(waiting);
  const [Uploader, setUploader] = useState<Uploader | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const findInput = () => document.getElementById(inputId) as HTMLInputElement | null;

  function choose(file: File | undefined) {
    if (!file) return;
    // Keeps the form from sending the file a second time.
    const input = findInput();
    if (input) input.value = "";
    const words = earlyRefusal(file, sharesFiles);
    setRefused(words);
    setChosen(words ? null : { name: file.name, file, uploadId: null });
    if (words) return;
    import("./attachment-upload").then(
      (loaded) => setUploader(() => loaded.AttachmentUpload),
      () => {
        setChosen(null);
        setRefused(notLoaded);
      },
    );
  }

  // The file was chosen before the script had loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks only when the script has loaded; later choices come through `choose`
  useEffect(() => choose(findInput()?.files?.[0]), []);

  return {
    chosen,
    Uploader,
    refused,
    openDialog: () => findInput()?.click(),
    choose,
    arrive: (uploadId: string) => setChosen((now) => now && { ...now, uploadId }),
    remove: () => setChosen(null),
  };
}
