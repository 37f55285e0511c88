import type { ChangeEvent } from "react";
import { acceptedPictures, pictureFormats, pixelHint, sizeText } from "~/features/media/media";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { FileField } from "~/ui/file-field";
import { ErrorSummary, Form } from "~/ui/form";
import { SubmitButton } from "~/ui/parts";

/** The limit for an upload, in bytes. We store much smaller files. */
export const mostAvatarBytes = 8 * 1024 * 1024;
export const avatarTooLarge = `This picture is too large. Pictures can be up to ${sizeText(mostAvatarBytes)}.`;

/** The picture, with a form to replace it and one to remove it. */
export function AvatarForm({
  name,
  avatarUrl,
  error,
}: {
  name: string;
  avatarUrl: string | null;
  error?: string;
}) {
  return (
    <div className="stack">
      <Avatar name={name} src={avatarUrl} size="large" />
      <Form action={paths.avatar()} encType="multipart/form-data" className="stack">
        <ErrorSummary
          title="Your picture wasn't saved"
          errors={error ? [{ id: "avatar", message: error }] : []}
        />
        <FileField
          label="Picture"
          name="avatar"
          accept={acceptedPictures}
          hint={`${pictureFormats}, up to ${sizeText(mostAvatarBytes)}. ${pixelHint} We crop it to a small square and remove your camera's metadata.`}
          required
          error={error}
          onChange={refuseLarge}
        />
        <SubmitButton kind="secondary" pending="Uploading...">
          Save picture
        </SubmitButton>
      </Form>
      {avatarUrl && (
        <Form action={paths.avatar()}>
          <SubmitButton name="intent" value="remove" kind="quiet" pending="Removing...">
            Remove picture
          </SubmitButton>
        </Form>
      )}
    </div>
  );
}

/** Reports a file that's too large before it's uploaded, in the words that the server would use. */
export function refuseLarge({ currentTarget }: Pick<ChangeEvent<HTMLInputElement>, "currentTarget">) {
  const size = currentTarget.files?.[0]?.size ?? 0;
  currentTarget.setCustomValidity(size > mostAvatarBytes ? avatarTooLarge : "");
}
