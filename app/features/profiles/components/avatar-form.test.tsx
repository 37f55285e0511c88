import { expect, test } from "vitest";
import { outline } from "../../../../tests/support/outline";
import { AvatarForm, avatarTooLarge, mostAvatarBytes, refuseLarge } from "./avatar-form";

const form = "form{action=/profile/avatar, encType=multipart/form-data}";
const fields = (invalid = "") => [
  "Picture",
  "JPEG, PNG, WebP or AVIF, up to 8 MB. A JPEG can have up to 50 megapixels, a PNG or WebP 32, an AVIF 4. We crop it to a small square and remove your camera's metadata.",
  `{type=file, name=avatar, ${invalid}accept=image/jpeg,image/png,image/webp,image/avif, required}`,
];
const save = "[Save picture]{pending=Uploading...}";

test("people without a picture see their initials and can upload one", () => {
  expect(outline(<AvatarForm name="Ana Reyes" avatarUrl={null} />)).toEqual(["AR", form, ...fields(), save]);
});

test("a picture can be replaced or removed, and a refused one says why", () => {
  expect(avatarTooLarge).toBe("This picture is too large. Pictures can be up to 8 MB.");
  expect(outline(<AvatarForm name="Ana Reyes" avatarUrl="/avatars/1" error={avatarTooLarge} />)).toEqual([
    ...["(/avatars/1-320.webp)", form, "div{role=alert, tabindex=-1, autofocus}"],
    ...["Your picture wasn't saved", `[${avatarTooLarge}](#avatar)`],
    ...[...fields("aria-invalid=true, "), avatarTooLarge, save],
    "form{action=/profile/avatar} [Remove picture]{pending=Removing..., name=intent, value=remove}",
  ]);
});

test.each([
  [[], ""],
  [[{ size: mostAvatarBytes }], ""],
  [[{ size: mostAvatarBytes + 1 }], avatarTooLarge],
])("choosing %j says %j before it's uploaded", (files, words) => {
  const said: string[] = [];
  const field = { files, setCustomValidity: (text: string) => said.push(text) };
  refuseLarge({ currentTarget: field as unknown as HTMLInputElement & EventTarget });
  expect(said).toEqual([words]);
});
