import { useBlocker } from "@remix-run/react";
import { useEffect, useRef } from "react";

const words = "You have unsaved changes. Leave without saving?";

/**
 * Asks for confirmation when a link, Back, a reload or closing the tab would lose unsaved text. Submitting the form
 * doesn't count as leaving.
 * @param isRefused the form shows a rejected submission, which is unsaved from the start
 */
export function useLeaveWarning(formId: string, isRefused: boolean): void {
  const isUnsaved = useRef(isRefused);
  const blocker = useBlocker(() => isUnsaved.current);

  useEffect(() => {
    const form = document.getElementById(formId);
    if (!form) return;
    // Browsers keep a page with this listener out of the back/forward cache, so it's only added while something is
    // unsaved.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const mark = (unsaved: boolean) => {
      isUnsaved.current = unsaved;
      if (unsaved) window.addEventListener("beforeunload", ask);
      else window.removeEventListener("beforeunload", ask);
    };
    const typed = () => mark(true);
    const sent = () => mark(false);
    mark(isRefused);
    form.addEventListener("input", typed);
    form.addEventListener("submit", sent);
    return () => {
      form.removeEventListener("input", typed);
      form.removeEventListener("submit", sent);
      window.removeEventListener("beforeunload", ask);
    };
  }, [formId, isRefused]);

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (window.confirm(words)) {
      isUnsaved.current = false;
      blocker.proceed();
    } else blocker.reset();
  }, [blocker]);
}
