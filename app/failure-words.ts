/** Begins the second sentence of every message about a failure on our end, which keeps these messages consistent. */
export const onOurEnd = "The problem is on our end";

/** A form's failure: what didn't happen, such as "Your name wasn't saved.", and what to do. */
export const notDone = (what: string): string => `${what} ${onOurEnd}; please try again.`;

/** The text of an error page. The log has the cause under the page's reference. */
export const loggedFailure = `${onOurEnd}, and we've logged it.`;

export const databaseAway = "Our database isn't responding right now.";

/** For a field that people don't fill in. If it's wrong, its form is out of date. */
export const reloadAndRetry = "Please reload the page and try again";

/** For a choice that only the page's own buttons make. */
export const useItsButtons = "Please use the buttons on this page";

/** For a form that no page can show again. */
export const goBackAndRetry = "Please go back, reload the page and try again.";

/** For a link in an email. */
export const linkOver = "This link no longer works.";

/** A full disk causes the same refusal for a form's file and for a resumable upload. */
export const noSpace = "We're out of space for files right now. Please try again later.";

/** Follows “Please try again”: 'in 40 seconds', 'in 3 minutes'. */
export function retryText(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "in a second" : `in ${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`;
}
