import { useEffect, useState } from "react";

/**
 * Whether the field with this ID is empty, for a button that waits for text. False on the server and until script runs.
 * Text typed before that counts, too.
 */
export function useIsBlank(id: string): boolean {
  const [isBlank, setBlank] = useState(false);
  useEffect(() => {
    const look = () => {
      const field = document.getElementById(id);
      const hasText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
      setBlank(hasText && !/\S/.test(field.value));
    };
    look();
    // Listens on the document, because the field may be replaced.
    document.addEventListener("input", look);
    return () => document.removeEventListener("input", look);
  }, [id]);
  return isBlank;
}
