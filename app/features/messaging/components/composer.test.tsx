import { expect, test } from "vitest";
import { outline } from "../../../../tests/support/outline";
import { messageWords } from "../message";
import { Composer } from "./composer";

type Given = Partial<Parameters<typeof Composer>[0]>;
const shown = (given: Given) => outline(<Composer action="/messages/c" messageId="new" {...given} />);

const text = "(Message){rows=1, name=content";
const failed = ["div{role=alert, tabindex=-1, autofocus}", "Failed to send message"];

test("a plan without files gets a required text field, one with files a field for them and a hint", () => {
  expect(shown({})).toEqual([
    "form{action=/messages/c} {type=hidden, name=messageId, value=new}",
    `${text}, placeholder=Message, required}`,
    "[(Send)]",
  ]);
  expect(shown({ attach: { sharesFiles: true }, placeholder: "Reply", children: "Project" })).toEqual([
    "form{action=/messages/c, encType=multipart/form-data} {type=hidden, name=messageId, value=new} Project",
    ...["(Attach a file)", "File"],
    "One file, up to 500 MB. Pictures and PDFs over 20 MB and audio files over 50 MB are sent as downloads. We remove hidden data only from pictures (JPEG, PNG, WebP, AVIF or GIF) up to 20 MB.",
    ...["{type=file, name=file}", `${text}, placeholder=Reply}`, "[(Send)]"],
  ]);
});

test("a refused message keeps its ID, its text and the file it uploaded, which can be removed", () => {
  const result = {
    initialValue: { content: "Hi", messageId: "old", upload: "u", uploadName: "f.png" },
    error: { file: ["Too big"], content: ["Too long"], "": ["Limit"] },
  };
  expect(shown({ attach: { sharesFiles: false }, result })).toEqual([
    "form{action=/messages/c, encType=multipart/form-data}",
    ...[
      ...failed,
      "[Limit](#composer-content)",
      "[Too long](#composer-content)",
      "[Too big](#composer-file)",
    ],
    ...["{type=hidden, name=messageId, value=old}", "details{open}", "(Attach a file)", "File"],
    "One picture (JPEG, PNG, WebP, AVIF or GIF), up to 20 MB. Other files come with Pro and Agency.",
    "{type=file, name=file, aria-invalid=true, accept=image/jpeg,image/png,image/webp,image/avif,image/gif}",
    "Too big",
    "f.png is attached{type=checkbox, name=removeUpload, value=on} Remove( f.png)",
    "{type=hidden, name=upload, value=u} {type=hidden, name=uploadName, value=f.png}",
    ...[`${text}, aria-invalid=true, placeholder=Message} Hi`, "Too long", "[(Send)]"],
  ]);
});

test("a message whose ID was used gets a new one, and one that we couldn't store can be sent again", () => {
  const used = { initialValue: { messageId: "old", upload: "u" }, error: { messageId: ["Used"] } };
  const lines = shown({ attach: { sharesFiles: true }, result: used });
  expect(lines).toContain("{type=hidden, name=messageId, value=new}");
  expect(lines.some((line) => line.startsWith("Your file is attached"))).toBe(true);
  const notStored = `Your message wasn't sent. ${messageWords.notStored}`;
  const result = {
    initialValue: { content: "Hi", messageId: "old" },
    error: { "": [messageWords.notStored] },
  };
  expect(shown({ result })).toEqual([
    ...["form{action=/messages/c}", ...failed, `[${messageWords.notStored}](#composer-content)`],
    "[Try Again]{pending=Sending...}",
    "{type=hidden, name=messageId, value=old}",
    ...[`${text}, placeholder=Message, required} Hi`, "[(Send)]"],
  ]);
  expect(shown({ result: { ...result, error: { "": [notStored] } } }).join()).not.toContain("Try Again");
});
