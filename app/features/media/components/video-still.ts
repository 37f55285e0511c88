const patience = 8_000;
const longestEdge = 1_440;

const known = new WeakMap<File, Promise<File | null>>();

/** A frame from a video's first seconds, captured by the browser; null if the browser can't play the file. */
export function stillOf(video: File): Promise<File | null> {
  const still = known.get(video) ?? take(video);
  known.set(video, still);
  return still;
}

async function take(video: File): Promise<File | null> {
  const element = document.createElement("video");
  const url = URL.createObjectURL(video);
  try {
    element.muted = true;
    element.preload = "auto";
    element.src = url;
    await reach(element, "loadeddata");
    element.currentTime = Math.min(1, element.duration / 3);
    await reach(element, "seeked");
    const scale = Math.min(1, longestEdge / Math.max(element.videoWidth, element.videoHeight));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(element.videoWidth * scale);
    canvas.height = Math.round(element.videoHeight * scale);
    canvas.getContext("2d")?.drawImage(element, 0, 0, canvas.width, canvas.height);
    const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.85));
    return picture && new File([picture], "still.jpg", { type: "image/jpeg" });
  } catch {
    return null;
  } finally {
    element.removeAttribute("src");
    URL.revokeObjectURL(url);
  }
}

function reach(element: HTMLVideoElement, event: "loadeddata" | "seeked"): Promise<void> {
  return new Promise((done, failed) => {
    const late = setTimeout(() => failed(new Error("the video doesn't play")), patience);
    const end = (finish: () => void) => () => {
      clearTimeout(late);
      finish();
    };
    element.addEventListener(event, end(done));
    element.addEventListener(
      "error",
      end(() => failed(new Error("the video doesn't play"))),
    );
  });
}
