import type { HttpRequest, HttpResponse } from "tus-js-client";

/** How an upload resumes after a failure. The drills in bench/ send files the same way. */
export const resuming = {
  /** In ms: how long to wait after each failure without progress. */
  retryDelays: [0, 1_000, 3_000, 5_000, 10_000, 20_000, 20_000, 20_000],
  /** Without this, tus-js-client begins a new upload if the server can't say at the moment how much has arrived. */
  onAfterResponse(request: HttpRequest, response: HttpResponse): void {
    const status = response.getStatus();
    if (request.getMethod() === "HEAD" && status >= 500)
      throw new Error(`a HEAD was answered with ${status}`);
  },
};
