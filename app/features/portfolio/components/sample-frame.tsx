import type { ReactNode } from "react";
import { Frame } from "~/features/media/components/frame";
import { durationText } from "~/features/media/media";
import { paths } from "~/paths";
import type { FramedSample } from "../sample";

/**
 * A sample's frame, which opens the viewer. Its id is where the viewer leads back to.
 * @param from the page's own path
 */
export function SampleFrame({
  sample: { id, kind, title, picture, file },
  from,
  ...rest
}: {
  sample: FramedSample;
  from: string;
  sizes?: string;
  isFirst?: boolean;
  showsTitle?: boolean;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <Frame
      id={`work-${id}`}
      to={paths.view("sample", id, { from: `${from}#work-${id}` })}
      title={title}
      picture={picture}
      isVideo={kind === "video"}
      note={kind === "video" ? file && durationText(file.milliseconds) : kind === "pdf" ? "PDF" : undefined}
      {...rest}
    />
  );
}
