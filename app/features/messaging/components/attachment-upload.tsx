import { useEffect } from "react";
import { UploadProgress } from "~/features/media/components/upload-progress";
import { useUpload } from "~/features/media/components/use-upload";

/**
 * Sends a chosen file while its message is still being written. Its code is loaded only when someone chooses a file.
 */
export function AttachmentUpload({ file, onArrived }: { file: File; onArrived: (uploadId: string) => void }) {
  const { state, send, pause, resume } = useUpload();
  // biome-ignore lint/correctness/useExhaustiveDependencies: sends each file once; `send` and `onArrived` differ on every render
  useEffect(() => {
    let isWanted = true;
    send(file).then((uploadId) => {
      if (isWanted && uploadId) onArrived(uploadId);
    });
    return () => {
      isWanted = false;
    };
  }, [file]);
  return <UploadProgress state={state} pause={pause} resume={resume} />;
}
