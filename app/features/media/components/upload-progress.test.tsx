import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { UploadProgress } from "./upload-progress";
import type { UploadState } from "./use-upload";

test.each<[UploadState, string, string?]>([
  [{ step: "idle" }, "", undefined],
  [{ step: "sending", percent: 40 }, "Sending · 40% Pause", "status"],
  [{ step: "paused", percent: 40 }, "Paused · 40% Resume", "status"],
  [{ step: "waiting", percent: 40 }, "Waiting for a connection · 40% Pause", "status"],
  [{ step: "failed", words: "The upload didn't finish." }, "The upload didn&#x27;t finish.", "alert"],
])("a file that's %o shows how far it is and what can be done about it", (state, words, role) => {
  const html = renderToStaticMarkup(<UploadProgress state={state} pause={() => {}} resume={() => {}} />);
  expect(
    html
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  ).toBe(words);
  expect(/role="(\w+)"/.exec(html)?.[1]).toBe(role);
});
