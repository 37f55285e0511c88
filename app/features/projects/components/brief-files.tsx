import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Frame } from "~/features/media/components/frame";
import { Picture } from "~/features/media/components/picture";
import { SoundPlayer } from "~/features/media/components/sound";
import { sizeText } from "~/features/media/media";
import { paths } from "~/paths";
import type { BriefFileView } from "../brief";

const sizes = "(min-width: 48rem) 22rem, 92vw";

/**
 * A brief's references: pictures that open the viewer, sounds to play, PDFs to download. For editing, `act` adds a
 * control to each, and pictures don't open the viewer.
 */
export function BriefFiles({
  files,
  act,
}: {
  files: BriefFileView[];
  act?: (file: BriefFileView, label: string) => ReactNode;
}) {
  const { pathname } = useLocation();
  return (
    <ul className="cards">
      {files.map((file, index) => {
        const label = file.name || `File ${index + 1}`;
        return (
          <li key={file.id}>
            <figure className="stack sample-figure">
              {file.picture && act && <Picture picture={file.picture} sizes={sizes} />}
              {file.picture && !act && (
                <Frame
                  id={`file-${file.id}`}
                  to={paths.view("reference", file.mediaId, { from: `${pathname}#file-${file.id}` })}
                  title={label}
                  picture={file.picture}
                  sizes={sizes}
                />
              )}
              {file.peaks !== undefined && (
                <SoundPlayer mediaId={file.mediaId} peaks={file.peaks} title={label} />
              )}
              <figcaption>
                {file.picture ? (
                  label
                ) : (
                  <a href={paths.media(file.mediaId, "file")} download>
                    Download {label}, {sizeText(file.bytes)}
                  </a>
                )}
              </figcaption>
              {act?.(file, label)}
            </figure>
          </li>
        );
      })}
    </ul>
  );
}
