import { useEffect, useState } from "react";
import { earlyRefusal, type WaitingFile } from "../attachment";

type Uploader = typeof import("./attachment-upload")["AttachmentUpload"];

export interface ChosenFile {
  name: string;
  /** Not of one that a refused form brought. */
  file?: File;
  /** Once it has arrived. */
  uploadId: string | null;
}

const notLoaded = "There is no connection. Please choose the file again.";

/**
 * With script, the composer's file: sent as soon as it is chosen, before its message, so that a broken connection loses
 * nothing.
 * @param waiting brought by a refused form, with script or without
 * @param sharesFiles as the server decides: all kinds, or pictures only
 */
export function useAttachment(sharesFiles: boolean, inputId: string, waiting: WaitingFile | null) {
  const [chosen, setChosen] = useState<ChosenFile | null>(waiting);
  const [Uploader, setUploader] = useState<Uploader | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const findInput = () => document.getElementById(inputId) as HTMLInputElement | null;

  function choose(file: File | undefined) {
    if (!file) return;
    // Nothing of it goes with the form.
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

  // Chosen before the script had loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
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
