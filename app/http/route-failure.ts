/**
 * What a route's form says when its act fails for no reason of the sender's; part of the route's `handle`.
 * `form`: the same page again, its text kept, with these errors. `page`: a page of this title, with Try Again.
 * A function is asked with the address that the form was sent to.
 */
export interface RouteFailure {
  failure: { form: FailureWords } | { page: string };
}

export type FailureWords = string[] | ((url: URL) => string[]);
