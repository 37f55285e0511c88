import { Button } from "~/ui/parts";
import type { UploadState } from "./use-upload";

/** Shows the file that's being sent, with a Pause button. Otherwise, renders nothing. */
export function UploadProgress({
  state,
  pause,
  resume,
}: {
  state: UploadState;
  pause: () => void;
  resume: () => void;
}) {
  if (state.step === "idle") return null;
  if (state.step === "failed")
    return (
      <p role="alert" className="error">
        {state.words}
      </p>
    );
  const words = { sending: "Sending", paused: "Paused", waiting: "Waiting for a connection" };
  return (
    <div className="row">
      <label className="usage">
        <span role="status">
          {words[state.step]} · {state.percent}%
        </span>{" "}
        <progress className="bar" max={100} value={state.percent} />
      </label>
      <Button type="button" kind="secondary" small onClick={state.step === "paused" ? resume : pause}>
        {state.step === "paused" ? "Resume" : "Pause"}
      </Button>
    </div>
  );
}
