import { expect, test } from "vitest";
import type { UploadState } from "~/features/media/components/use-upload";
import { render } from "../../../../tests/support/rendering";
import { Sending } from "./sample-form";

test.each<[UploadState, boolean, string]>([
  [{ step: "idle" }, false, "Ready 2 KB Remove film.mp4"],
  [{ step: "idle" }, true, "Uploaded 2 KB Remove film.mp4"],
  [{ step: "sending", percent: 40 }, false, "40% of 2 KB Pause Stop film.mp4"],
  [{ step: "sending", percent: 40, secondsLeft: 3 }, false, "40% of 2 KB, about 5 seconds left Pause"],
  [{ step: "sending", percent: 40, secondsLeft: 41 }, false, "about 45 seconds left"],
  [{ step: "sending", percent: 40, secondsLeft: 60 }, false, "about a minute left"],
  [{ step: "sending", percent: 40, secondsLeft: 90 }, false, "about 2 minutes left"],
  [{ step: "paused", percent: 40 }, false, "40% of 2 KB Resume Stop film.mp4"],
  [{ step: "waiting", percent: 40 }, false, "40% of 2 KB, waiting for a connection Stop film.mp4"],
  [{ step: "failed", words: "It didn't finish." }, false, "It didn't finish. Remove film.mp4"],
])(
  "a sample's file that's %j (uploaded: %s) says how far it is and what can be done about it",
  (state, isHere, words) => {
    const upload = { state, pause: () => {}, resume: () => {}, stop: () => {} };
    const picked = { upload, isHere } as unknown as Parameters<typeof Sending>[0]["picked"];
    const file = new File([new Uint8Array(2_000)], "film.mp4", { type: "video/mp4" });
    const { text } = render(<Sending picked={picked} file={file} onStop={() => {}} />);
    expect(text).toContain(words);
  },
);
