import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { z } from "zod";
import { retryText } from "~/failure-words";
import type { Actor } from "~/features/accounts/actor";
import { tooManyUploads } from "~/features/media/media";
import { fileRefusalWords } from "~/features/media/refusals";
import { changeAvatar, removeAvatar } from "~/features/profiles/avatars.server";
import { AvatarForm, avatarTooLarge, mostAvatarBytes } from "~/features/profiles/components/avatar-form";
import { readForm } from "~/http/form.server";
import { readUpload } from "~/http/read-upload.server";
import { redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { useRootData } from "~/shell/root-data";
import { SettingsPage } from "~/shell/settings-page";
import { Link } from "~/ui/parts";

export const meta = pageTitle("Your picture");

/** The size of the picture plus multipart overhead. */
export const handle: RouteHandle = {
  bodyLimit: mostAvatarBytes + 64 * 1024,
  bodyLimitWords: avatarTooLarge,
  isUpload: true,
};

const removal = z.object({ intent: z.literal("remove") });

export async function loader(args: LoaderFunctionArgs) {
  await requireSignIn(args);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireSignIn(args, removal);
  const type = args.request.headers.get("Content-Type") ?? "";
  return /^multipart\//i.test(type) ? change(args, actor) : remove(args, actor);
}

async function change(args: ActionFunctionArgs, actor: Actor) {
  const limits = { field: "avatar", maxBytes: mostAvatarBytes };
  const { file, refused, discard } = await readUpload(args, limits, removal);
  try {
    if (!file) return refuse(uploadRefusals[refused ?? "no-file"], refused === "too-large" ? 413 : 400);
    const done = await changeAvatar(actor, file);
    if (done.ok) return await redirectWithFlash(paths.editProfile(), { title: "Picture saved" });
    if (done.refused === "too-many") {
      return refuse(`${tooManyUploads} Please try again ${retryText(done.waitSeconds)}.`, 429);
    }
    return refuse(fileRefusalWords(done, ["image"]), 422);
  } finally {
    await discard();
  }
}

async function remove(args: ActionFunctionArgs, actor: Actor) {
  const form = await readForm(args, removal);
  if (!form.ok) return refuse(uploadRefusals["no-file"], 400);
  await removeAvatar(actor);
  return redirectWithFlash(paths.editProfile(), { title: "Picture removed" });
}

const uploadRefusals = {
  "no-file": "Please choose a picture.",
  "several-files": "Please choose just one picture.",
  "too-large": avatarTooLarge,
};

const refuse = (error: string, status: number) => data({ error }, status);

export default function OwnPicture() {
  const root = useRootData();
  const error = useActionData<typeof action>()?.error;
  return (
    <SettingsPage current={paths.editProfile()} title="Your profile picture">
      {root?.person && <AvatarForm name={root.person.name} avatarUrl={root.person.avatarUrl} error={error} />}
      <p>
        <Link to={paths.editProfile()}>Back to your profile</Link>
      </p>
    </SettingsPage>
  );
}
