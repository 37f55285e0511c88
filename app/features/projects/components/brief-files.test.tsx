import type { ComponentProps } from "react";
import { expect, test } from "vitest";
import { briefFiles } from "../../../../tests/support/briefs";
import { changesBetween, outline } from "../../../../tests/support/outline";
import { EditBriefFiles } from "./edit-brief-files";

test("a brief's files can be removed, and added until there are ten", () => {
  const files = (change: Partial<ComponentProps<typeof EditBriefFiles>> = {}) =>
    outline(<EditBriefFiles formKey="f" files={briefFiles} sharesFiles {...change} />);
  expect(files()).toEqual([
    "3 of 10 files. Only people who can see the project can see them.",
    "(/media/m1/640.webp)",
    "frame.png",
    "form{action=/} {type=hidden, name=file, value=1} [Remove( frame.png)]{pending=Removing..., name=intent, value=remove}",
    "[Download script.pdf, 1.9 MB](/media/m2/file){download}",
    "form{action=/} {type=hidden, name=file, value=2} [Remove( script.pdf)]{pending=Removing..., name=intent, value=remove}",
    "(/media/m3/file){controls, preload=none, aria-label=File 3}",
    "[Download File 3, 3 KB](/media/m3/file){download}",
    "form{action=/} {type=hidden, name=file, value=3} [Remove( File 3)]{pending=Removing..., name=intent, value=remove}",
    "form{action=/, encType=multipart/form-data} {type=hidden, name=intent, value=add} {type=hidden, name=key, value=f}",
    "Add files",
    "Pictures (JPEG, PNG, WebP, AVIF or GIF) and PDFs, up to 20 MB each, and audio files (MP3, WAV, M4A or OGG), up to 50 MB each: style frames, a script, a theme. A JPEG can have up to 50 megapixels, a PNG, WebP or GIF 32, an AVIF 4.",
    "{type=file, name=file, accept=image/jpeg,image/png,image/webp,image/avif,image/gif,application/pdf,audio/mpeg,audio/wav,audio/mp4,audio/x-m4a,audio/ogg,.mp3,.wav,.m4a,.ogg, multiple, required}",
    "[Add to brief]{pending=Adding...}",
  ]);
  expect(changesBetween(files(), files({ sharesFiles: false }))).toEqual([
    "- Pictures (JPEG, PNG, WebP, AVIF or GIF) and PDFs, up to 20 MB each, and audio files (MP3, WAV, M4A or OGG), up to 50 MB each: style frames, a script, a theme. A JPEG can have up to 50 megapixels, a PNG, WebP or GIF 32, an AVIF 4.",
    "- {type=file, name=file, accept=image/jpeg,image/png,image/webp,image/avif,image/gif,application/pdf,audio/mpeg,audio/wav,audio/mp4,audio/x-m4a,audio/ogg,.mp3,.wav,.m4a,.ogg, multiple, required}",
    "+ Pictures (JPEG, PNG, WebP, AVIF or GIF), up to 20 MB each: style frames, a storyboard. A JPEG can have up to 50 megapixels, a PNG, WebP or GIF 32, an AVIF 4. PDFs and audio come with Pro and Agency.",
    "+ {type=file, name=file, accept=image/jpeg,image/png,image/webp,image/avif,image/gif, multiple, required}",
  ]);
  expect(changesBetween(files(), files({ files: [] }))).toEqual([
    "- 3 of 10 files. Only people who can see the project can see them.",
    "- (/media/m1/640.webp)",
    "- frame.png",
    "- form{action=/} {type=hidden, name=file, value=1} [Remove( frame.png)]{pending=Removing..., name=intent, value=remove}",
    "- [Download script.pdf, 1.9 MB](/media/m2/file){download}",
    "- form{action=/} {type=hidden, name=file, value=2} [Remove( script.pdf)]{pending=Removing..., name=intent, value=remove}",
    "- (/media/m3/file){controls, preload=none, aria-label=File 3}",
    "- [Download File 3, 3 KB](/media/m3/file){download}",
    "- form{action=/} {type=hidden, name=file, value=3} [Remove( File 3)]{pending=Removing..., name=intent, value=remove}",
    "+ 0 of 10 files. Only people who can see the project can see them.",
  ]);
  const draft = (isStored: boolean) =>
    files({ draft: { key: "k", isStored } }).filter((line) => line.includes("=k"));
  expect(draft(true)).toEqual([
    "form{action=/} {type=hidden, name=draftKey, value=k} {type=hidden, name=isStored, value=1} {type=hidden, name=file, value=1} [Remove( frame.png)]{pending=Removing..., name=intent, value=remove}",
    "form{action=/} {type=hidden, name=draftKey, value=k} {type=hidden, name=isStored, value=1} {type=hidden, name=file, value=2} [Remove( script.pdf)]{pending=Removing..., name=intent, value=remove}",
    "form{action=/} {type=hidden, name=draftKey, value=k} {type=hidden, name=isStored, value=1} {type=hidden, name=file, value=3} [Remove( File 3)]{pending=Removing..., name=intent, value=remove}",
    "form{action=/, encType=multipart/form-data} {type=hidden, name=intent, value=add} {type=hidden, name=draftKey, value=k} {type=hidden, name=isStored, value=1} {type=hidden, name=key, value=f}",
  ]);
  expect(draft(false)).toEqual([
    "form{action=/} {type=hidden, name=draftKey, value=k} {type=hidden, name=file, value=1} [Remove( frame.png)]{pending=Removing..., name=intent, value=remove}",
    "form{action=/} {type=hidden, name=draftKey, value=k} {type=hidden, name=file, value=2} [Remove( script.pdf)]{pending=Removing..., name=intent, value=remove}",
    "form{action=/} {type=hidden, name=draftKey, value=k} {type=hidden, name=file, value=3} [Remove( File 3)]{pending=Removing..., name=intent, value=remove}",
    "form{action=/, encType=multipart/form-data} {type=hidden, name=intent, value=add} {type=hidden, name=draftKey, value=k} {type=hidden, name=key, value=f}",
  ]);
  const many = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => ({ ...briefFiles[0], id: String(index) }) as (typeof briefFiles)[0],
    );
  expect(files({ files: many(10) }).at(-1)).toEqual(
    "A brief can have up to 10 files. Remove one to add another.",
  );
  expect(files({ files: many(9) }).at(-1)).toBe(files().at(-1));
  const refused = (...words: string[]) => files({ result: { error: { file: words } } }).slice(1, 4);
  expect(refused("Too large")).toEqual([
    "div{role=alert, tabindex=-1, autofocus}",
    "Your file wasn't added",
    "[Too large](#reference-file)",
  ]);
  expect(refused("One", "Two")).toEqual([
    "div{role=alert, tabindex=-1, autofocus}",
    "Some files weren't added",
    "[One](#reference-file)",
  ]);
});
