import { type CSSProperties, useEffect, useState } from "react";
import type { Peaks } from "../media";
import { Waveform } from "./sound";
import { peaksOf } from "./sound-peaks";
import { stillOf } from "./video-still";

/** A file that was just chosen, as a frame: the picture, a video's still, a sound's waveform, or the name alone. */
export function FilePreview({ file, percent }: { file: File; percent?: number }) {
  const [picture, setPicture] = useState<string | null>(null);
  const [peaks, setPeaks] = useState<Peaks | undefined>();
  useEffect(() => {
    let url: string | null = null;
    let isShown = true;
    const show = (shown: File | null) => {
      if (!shown || !isShown) return;
      url = URL.createObjectURL(shown);
      setPicture(url);
    };
    if (file.type.startsWith("image/")) show(file);
    else if (file.type.startsWith("video/")) stillOf(file).then(show);
    else if (file.type.startsWith("audio/")) peaksOf(file).then((drawn) => isShown && setPeaks(drawn));
    return () => {
      isShown = false;
      if (url) URL.revokeObjectURL(url);
    };
  }, [file]);
  return (
    <div className={`frame chosen${picture ? "" : " title"}`}>
      {picture ? (
        // If the browser doesn't support the format, only the name is left.
        <img src={picture} alt="" onError={() => setPicture(null)} />
      ) : (
        peaks !== undefined && <Waveform peaks={peaks} />
      )}
      {picture ? (
        <span className="len">
          <b>{file.name}</b>
        </span>
      ) : (
        <b>{file.name}</b>
      )}
      {percent !== undefined && <i className="prog" style={{ "--done": `${percent}%` } as CSSProperties} />}
    </div>
  );
}
