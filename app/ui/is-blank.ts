import { useEffect, useState } from "react";

/**
 * Whether the field with this id has no text: for a button that waits for one. False on the server and until script runs.
 * What was typed before that counts, too.
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
    // On the document, as the field may be replaced.
    document.addEventListener("input", look);
    return () => document.removeEventListener("input", look);
  }, [id]);
  return isBlank;
}
