import { type FormEvent, useEffect, useRef, useState } from "react";
import { isSentAlong, useUpload } from "~/features/media/components/use-upload";
import { stillOf } from "~/features/media/components/video-still";
import { titleOfFile } from "~/features/media/file-name";
import type { FormResult } from "~/ui/form";
import { sampleLimits } from "../sample";

/**
 * The chosen file of a form with the fields 'file' and 'title'. A small file is sent with the form. A large one starts
 * uploading as soon as it's chosen, and the form waits for it and then sends only its still.
 * @param refused the last response to the form; its `kept` is an upload that can be used again
 * @param chosen the file, if it was chosen outside the form
 */
export function useChosenFile({
  formId,
  refused,
  chosen,
  isBusy,
}: {
  formId: string;
  refused: FormResult | undefined;
  chosen?: File;
  isBusy: boolean;
}) {
  const [file, setFile] = useState<File | null>(chosen ?? null);
  const [arrived, setArrived] = useState<{ uploadId: string; still: File | null } | null>(null);
  const upload = useUpload();
  /** Set if the person has sent the form while its file is still uploading. It's sent for them when the upload ends. */
  const [isAwaited, setAwaited] = useState(false);
  const ownTitle = useRef("");
  const fieldOf = (name: string) =>
    (document.getElementById(formId) as HTMLFormElement | null)?.elements.namedItem(name) as
      | HTMLInputElement
      | undefined;
  const isUnread = refused?.error?.file;

  function choose(next: File | null) {
    setFile(next);
    setArrived(null);
    setAwaited(false);
    const input = fieldOf("file");
    if (!next && input) input.value = "";
  }

  async function start(sent: File, isWanted: () => boolean) {
    const [uploadId, still] = await Promise.all([
      upload.send(sent),
      sent.type.startsWith("video/") ? stillOf(sent) : null,
    ]);
    if (!isWanted()) return;
    if (uploadId) setArrived({ uploadId, still });
    else setAwaited(false);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for a new file, so that it's uploaded once
  useEffect(() => {
    if (!file) return;
    const title = fieldOf("title");
    const itsName = titleOfFile(file.name, sampleLimits.title);
    if (title && (title.value === "" || title.value === ownTitle.current)) title.value = itsName;
    ownTitle.current = itsName;
    if (!chosen) title?.focus();
    if (isSentAlong(file)) return;
    let isCurrent = true;
    void start(file, () => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [file]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the server refuses the file
  useEffect(() => {
    if (isUnread) choose(null);
  }, [isUnread]);

  // People may choose a file before the script has loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    const before = fieldOf("file")?.files?.[0];
    if (before) choose(before);
  }, []);

  useEffect(() => {
    if (!arrived || !isAwaited) return;
    setAwaited(false);
    (document.getElementById(formId) as HTMLFormElement | null)?.requestSubmit();
  }, [arrived, isAwaited, formId]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const input = fieldOf("file");
    if (isBusy) return event.preventDefault();
    if (!file || !input) return;
    if (!isSentAlong(file) && !arrived) {
      event.preventDefault();
      setAwaited(true);
      if (upload.state.step === "failed") void start(file, () => true);
      return;
    }
    const along = new DataTransfer();
    const sent = arrived ? arrived.still : file;
    if (sent) along.items.add(sent);
    input.files = along.files;
  }

  const { upload: named, uploadName } = refused?.initialValue ?? {};
  const isKept = typeof named === "string" && named !== "" && !isUnread && !file;
  return {
    file,
    choose,
    upload,
    onSubmit,
    isAwaited,
    isHere: arrived !== null,
    /** The values of the hidden fields 'upload' and 'uploadName'. */
    kept: arrived
      ? { uploadId: arrived.uploadId, name: file?.name ?? "" }
      : isKept
        ? { uploadId: named, name: String(uploadName ?? "") }
        : null,
  };
}
