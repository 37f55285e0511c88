import type { ReactNode } from "react";
import { Picture } from "~/features/media/components/picture";
import { sizeText } from "~/features/media/media";
import { paths } from "~/paths";
import type { BriefFileView } from "../brief";

/** A brief's references: pictures, and PDFs to download. `act` is shown under each. */
export function BriefFiles({
  files,
  act,
}: {
  files: BriefFileView[];
  act?: (file: BriefFileView, label: string) => ReactNode;
}) {
  return (
    <ul className="cards">
      {files.map((file, index) => {
        const label = file.name || `File ${index + 1}`;
        return (
          <li key={file.id}>
            <figure className="stack sample">
              {file.picture && <Picture picture={file.picture} sizes="(min-width: 48rem) 22rem, 92vw" />}
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
