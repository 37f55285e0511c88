import { useSubmit } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { useUpload } from "./use-upload";

/** Smaller files are sent with the form, as without script. */
const resumableFrom = 2 ** 20;

/**
 * For a multipart form whose file field is called 'file': large files are sent first, one by one, in a way that
 * survives a broken connection, and the form then names each as 'upload'. One that fails does not keep the others
 * from being sent; `failures` names it.
 * @param instead a smaller file to send with the form in the place of a large one
 */
export function useSendFirst(instead: (file: File) => Promise<File | null> = async () => null) {
  const { state, send, pause, resume } = useUpload();
  const [failures, setFailures] = useState<string[]>([]);
  const submit = useSubmit();
  const isSending = state.step !== "idle" && state.step !== "failed";

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    const fields = new FormData(event.currentTarget);
    const files = fields.getAll("file").filter((file) => file instanceof File);
    if (isSending) return event.preventDefault();
    setFailures([]);
    if (files.every(({ size }) => size < resumableFrom)) return;
    event.preventDefault();
    fields.delete("file");
    for (const file of files) {
      const isLarge = file.size >= resumableFrom;
      const fail = (words: string) => setFailures((before) => [...before, `${file.name}: ${words}`]);
      const uploadId = isLarge ? await send(file, files.length > 1 ? fail : undefined) : null;
      if (uploadId) fields.append("upload", uploadId);
      const beside = uploadId ? await instead(file) : isLarge ? null : file;
      if (beside) fields.append("file", beside);
    }
    if (fields.has("upload") || fields.has("file"))
      submit(fields, { method: "post", encType: "multipart/form-data" });
  }

  return { onSubmit, isSending, failures, progress: { state, pause, resume } };
}
