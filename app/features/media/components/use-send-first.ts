import { useSubmit } from "@remix-run/react";
import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
import type { FormResult } from "~/ui/form";
import { fittedName } from "../file-name";
import { useUpload } from "./use-upload";

/** In bytes. Smaller files are sent with the form, as without script, but for sounds, whose waveforms go with uploads. */
const resumableFrom = 2 ** 20;
const isSentAlong = ({ size, type }: File) => size < resumableFrom && !type.startsWith("audio/");

/**
 * For a multipart form whose file field is called 'file'. Sends large files first, one by one, in a way that survives a
 * broken connection; the form then names each as 'upload'. One failure doesn't stop the others, and `failures` lists
 * it.
 * @param options.instead a smaller file to send with the form in place of a large one
 * @param options.result the result of a refused form with one file: `kept` is the upload that it named and didn't use
 * up, until another file is chosen
 */
export function useSendFirst({
  result,
  instead = async () => null,
}: {
  result?: FormResult;
  instead?: (file: File) => Promise<File | null>;
} = {}) {
  const { state, send, pause, resume } = useUpload();
  const [failures, setFailures] = useState<string[]>([]);
  const [replacedIn, setReplacedIn] = useState<FormResult>();
  /** The smaller file for each upload, for the next try. */
  const besides = useRef(new Map<string, File | null>());
  const submit = useSubmit();
  const isSending = state.step !== "idle" && state.step !== "failed";
  const { upload, uploadName } = result?.initialValue ?? {};
  const isKept = typeof upload === "string" && upload !== "" && !result?.error?.file;

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    const fields = new FormData(form);
    const files = fields.getAll("file").filter((file) => file instanceof File);
    if (isSending) return event.preventDefault();
    setFailures([]);
    const sendForm = () => submit(fields, { method: "post", encType: "multipart/form-data" });
    if (files.every(isSentAlong)) {
      const beside = files.some(({ size }) => size > 0)
        ? null
        : besides.current.get(String(fields.get("upload")));
      if (!beside) return;
      event.preventDefault();
      fields.set("file", beside);
      return sendForm();
    }
    event.preventDefault();
    // Checks what the browser can check before it spends minutes on sending.
    if (!form.reportValidity()) return;
    fields.delete("file");
    for (const file of files) await sendFirst(file, fields, files.length > 1);
    if (fields.has("upload") || fields.has("file")) sendForm();
  }

  async function sendFirst(file: File, fields: FormData, isOneOfMany: boolean): Promise<void> {
    if (isSentAlong(file)) return fields.append("file", file);
    const fail = (words: string) => setFailures((before) => [...before, `${file.name}: ${words}`]);
    const uploadId = await send(file, isOneOfMany ? fail : undefined);
    if (!uploadId) return;
    fields.append("upload", uploadId);
    fields.append("uploadName", fittedName(file.name));
    const beside = await instead(file);
    if (beside) fields.append("file", beside);
    besides.current.set(uploadId, beside);
  }

  return {
    onSubmit,
    isSending,
    failures,
    progress: { state, pause, resume },
    /** Hidden fields 'upload' and 'uploadName' for the form, which then needs no file. */
    kept: isKept && replacedIn !== result ? { uploadId: upload, name: String(uploadName ?? "") } : null,
    onChoose: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      setReplacedIn(currentTarget.files?.length ? result : undefined),
  };
}
