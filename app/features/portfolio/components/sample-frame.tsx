import { Frame, type FrameProps } from "~/features/media/components/frame";
import { durationText } from "~/features/media/media";
import { paths } from "~/paths";
import type { FramedSample } from "../sample";

/**
 * A sample's frame, which opens the viewer. Closing the viewer returns to the frame.
 * @param from the path of this page; if it has a fragment, the viewer returns to that instead
 */
export function frameOf({ id, kind, title, picture, file }: FramedSample, from: string): FrameProps {
  return {
    id: `work-${id}`,
    to: paths.view("sample", id, { from: from.includes("#") ? from : `${from}#work-${id}` }),
    title,
    picture,
    isVideo: kind === "video",
    peaks: kind === "audio" ? (file?.peaks ?? null) : undefined,
    note: kind === "pdf" ? "PDF" : file && durationText(file.milliseconds),
  };
}

/** @param from the path of this page, which the viewer returns to */
export function SampleFrame({
  sample,
  from,
  ...rest
}: { sample: FramedSample; from: string } & Pick<
  FrameProps,
  "id" | "sizes" | "isFirst" | "showsTitle" | "className" | "children"
>) {
  return <Frame {...frameOf(sample, from)} {...rest} />;
}
