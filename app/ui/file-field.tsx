import type { ComponentProps } from "react";
import { FieldFrame, type FieldNotes, framed } from "./form";

/** A file input with label, hint and error. Its form needs `encType="multipart/form-data"`. */
export function FileField(props: FieldNotes & Omit<ComponentProps<"input">, keyof FieldNotes | "type">) {
  const { frame, control } = framed(props);
  return (
    <FieldFrame {...frame}>
      <input type="file" {...control} />
    </FieldFrame>
  );
}
