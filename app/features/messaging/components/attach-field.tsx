import { type MouseEvent, useRef } from "react";
import { sizeText } from "~/features/media/media";
import { Button } from "~/ui/button";
import { FileField } from "~/ui/file-field";
import { Icon } from "~/ui/icon";
import { acceptedFiles, attachmentHint } from "../attachment";
import type { useAttachment } from "./use-attachment";

/** Without script it opens a file field; with script, the browser's file dialog. */
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
          <Icon name="paperclip" />
          <span className="visually-hidden">Attach a file</span>
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
