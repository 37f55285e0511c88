/**
 * What a form says when its action fails through no fault of the sender; part of the route's `handle`. `form`: the
 * same page with its text kept and these errors. `page`: an error page with this title and Try Again. A function
 * receives the URL that was posted to.
 */
export interface RouteFailure {
  failure: { form: FailureWords } | { page: string };
}

export type FailureWords = string[] | ((url: URL) => string[]);
