import { useEffect, useState } from "react";

/**
 * Whether the field with this ID is blank, for a button that stays disabled until there's text. False on the server and
 * until script runs. Includes text that was typed before that.
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
    // The field may be replaced by another with the same ID, so listen on the document.
    document.addEventListener("input", look);
    return () => document.removeEventListener("input", look);
  }, [id]);
  return isBlank;
}
