import { useSubmit } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { fittedName } from "../file-name";
import { isSentAlong, useUpload } from "./use-upload";

/**
 * Sends the large files of a multipart form before the form, one by one, in a way that survives a broken connection.
 * The form's file field must be called 'file'. The form then names each uploaded file in an 'upload' field. If a file
 * fails, the others are still sent, and `failures` lists it.
 */
export function useSendFirst() {
  const { state, send, pause, resume } = useUpload();
  const [failures, setFailures] = useState<string[]>([]);
  const submit = useSubmit();
  const isSending = state.step !== "idle" && state.step !== "failed";

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    const fields = new FormData(form);
    const files = fields.getAll("file").filter((file) => file instanceof File);
    if (isSending) return event.preventDefault();
    setFailures([]);
    if (files.every(isSentAlong)) return;
    event.preventDefault();
    // Checks what the browser can check before spending minutes on an upload.
    if (!form.reportValidity()) return;
    fields.delete("file");
    for (const file of files) await sendFirst(file, fields, files.length > 1);
    if (fields.has("upload") || fields.has("file"))
      submit(fields, { method: "post", encType: "multipart/form-data" });
  }

  async function sendFirst(file: File, fields: FormData, isOneOfMany: boolean): Promise<void> {
    if (isSentAlong(file)) return fields.append("file", file);
    const fail = (words: string) => setFailures((before) => [...before, `${file.name}: ${words}`]);
    const uploadId = await send(file, isOneOfMany ? fail : undefined);
    if (!uploadId) return;
    fields.append("upload", uploadId);
    fields.append("uploadName", fittedName(file.name));
  }

  return { onSubmit, isSending, failures, progress: { state, pause, resume } };
}
