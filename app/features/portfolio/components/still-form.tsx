import { SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { FileField } from "~/ui/file-field";
import { Form } from "~/ui/form";
import { type FormResult, fieldOf } from "~/ui/form-fields";
import { accepted } from "../sample-words";

/** The picture of a video, PDF or link. */
export function StillForm({ hasStill, result }: { hasStill: boolean; result: FormResult | undefined }) {
  const { id, errors } = fieldOf("still", result, "file");
  return (
    <Card title="Its picture">
      <Form encType="multipart/form-data" className="stack">
        <input type="hidden" name="intent" value="still" />
        <FileField
          label="Picture"
          id={id}
          name="file"
          accept={accepted.picture}
          hint="A JPEG, PNG, WebP or AVIF of at most 20 MB, seen before somebody opens or plays the sample."
          required
          error={errors}
        />
        <div>
          <SubmitButton kind="secondary" pending="Uploading...">
            Save the picture
          </SubmitButton>
        </div>
      </Form>
      {hasStill && (
        <Form>
          <SubmitButton name="intent" value="drop-still" kind="quiet" pending="Removing...">
            Remove the picture
          </SubmitButton>
        </Form>
      )}
    </Card>
  );
}
