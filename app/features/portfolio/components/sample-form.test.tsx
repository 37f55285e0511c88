import { expect, test } from "vitest";
import type { UploadState } from "~/features/media/components/use-upload";
import type { FormResult } from "~/ui/form";
import { outline } from "../../../../tests/support/outline";
import { render } from "../../../../tests/support/rendering";
import { accepted } from "../sample-words";
import { FileSampleForm, LinkSampleForm, SampleFields, Sending, StillForm } from "./sample-form";

test.each<[UploadState, boolean, string]>([
  [{ step: "idle" }, false, "Ready 2 KB Remove film.mp4"],
  [{ step: "idle" }, true, "Uploaded 2 KB Remove film.mp4"],
  [{ step: "sending", percent: 40 }, false, "40% of 2 KB Pause Stop film.mp4"],
  [{ step: "sending", percent: 40, secondsLeft: 3 }, false, "40% of 2 KB, about 5 seconds left Pause"],
  [{ step: "sending", percent: 40, secondsLeft: 41 }, false, "about 45 seconds left"],
  [{ step: "sending", percent: 40, secondsLeft: 60 }, false, "about a minute left"],
  [{ step: "sending", percent: 40, secondsLeft: 90 }, false, "about 2 minutes left"],
  [{ step: "paused", percent: 40 }, false, "40% of 2 KB Resume Stop film.mp4"],
  [{ step: "waiting", percent: 40 }, false, "40% of 2 KB, waiting for a connection Stop film.mp4"],
  [{ step: "failed", words: "It didn't finish." }, false, "It didn't finish. Remove film.mp4"],
])(
  "a sample's file that's %j (uploaded: %s) says how far it is and what can be done about it",
  (state, isHere, words) => {
    const upload = { state, pause: () => {}, resume: () => {}, stop: () => {} };
    const picked = { upload, isHere } as unknown as Parameters<typeof Sending>[0]["picked"];
    const file = new File([new Uint8Array(2_000)], "film.mp4", { type: "video/mp4" });
    const { text } = render(<Sending picked={picked} file={file} onStop={() => {}} />);
    expect(text).toContain(words);
  },
);

const services = [{ id: 3, name: "Editor" }];
const summary = ["div{role=alert, tabindex=-1, autofocus}", "Your sample wasn't added"];
const add = "[Add to your work]{pending=Adding...}";

const title = (required = "", hint = "What it is, like “Trailer for a series about rivers”") => [
  ...["Title", hint, `{type=text, name=title${required}}`],
];
const alt = [
  ...["What it shows (optional)", "For people who can't see it, like “A canoe on a foggy river at dawn”"],
  "{rows=2, name=alt}",
];
const rest = (part = "", chosen = "", invalid = "") => [
  ...["Your role (optional)", "For example, “Edit and color. The client shot the footage.”"],
  `{rows=2, name=part}${part}`,
  `Service (optional){name=service} [None]{value}[Editor]{value=3${chosen}}`,
  `Date made (optional){type=date, name=madeOn${invalid}}`,
];
const fold = "Your role, service and date";
const keys = (intent: string) =>
  `{type=hidden, name=intent, value=${intent}} {type=hidden, name=key, value=k}`;

test("a sample's page asks for everything, without folding it away", () => {
  const fields = <SampleFields field={(name) => ({ id: name, name })} services={services} />;
  expect(outline(fields)).toEqual([...title(", required"), ...alt, ...rest()]);
});

test("a link is required, and what's wrong with a folded field unfolds it", () => {
  const form = (result?: FormResult) =>
    outline(<LinkSampleForm sampleKey="k" services={services} result={result} />);
  const link = ["Link", "A link to a video, a post or a page, like example.com/my-video"];
  const url = (invalid = "", value = "") =>
    `{type=text, name=url, ${invalid}inputMode=url, autoComplete=off, required${value}}`;
  expect(form()).toEqual([
    ...[
      `form{action=/} ${keys("link")}`,
      ...link,
      url(),
      ...title(", required"),
      ...alt,
      fold,
      ...rest(),
      add,
    ],
  ]);
  const initialValue = { url: "x", part: "Edit", service: "3" };
  expect(form({ initialValue, error: { url: ["Not a link."], madeOn: ["Too late."] } })).toEqual([
    ...["form{action=/}", ...summary, "[Not a link.](#sample-url)", "[Too late.](#sample-madeOn)"],
    ...[keys("link"), ...link, url("aria-invalid=true, ", ", value=x"), "Not a link."],
    ...[...title(", required"), ...alt, "details{open}", fold],
    ...[...rest(" Edit", ", selected", ", aria-invalid=true"), "Too late.", add],
  ]);
  expect(form({ error: { part: ["Too long."] } })).toContain("details{open}");
  expect(form({ error: { service: ["Unknown."] } })).toContain("details{open}");
  expect(form({ error: { alt: ["Too long."] } })).not.toContain("details{open}");
});

const fileForm = "form{action=/profile/work/new, encType=multipart/form-data}";
const choose = (required = ", required", invalid = "") => [
  "Choose a file, or drop it here",
  "Pictures (JPEG, PNG, WebP or AVIF) and PDFs up to 20 MB, videos (MP4, WebM or MOV) up to 500 MB, audio (MP3, WAV, M4A or OGG) up to 50 MB. Audio files keep their tags. A JPEG can have up to 50 megapixels, a PNG or WebP 32, an AVIF 4.",
  `{type=file, name=file, ${invalid}accept=${accepted.sample}${required}}`,
];
const named = title("", "If you leave it empty, we use the file name.");
const fields = [...alt, fold, ...rest(), add];

test.each<[string, FormResult | undefined, string[]]>([
  ["a new form", undefined, [`${fileForm} ${keys("file")}`, ...choose(), ...named, ...fields]],
  [
    "a refused file",
    { error: { file: ["Too large."] }, initialValue: { upload: "u" } },
    [
      ...[fileForm, ...summary, "[Too large.](#sample-k-file)", keys("file")],
      ...[...choose(", required", "aria-invalid=true, "), "Too large.", ...named, ...fields],
    ],
  ],
  [
    "a refused title",
    { error: { title: ["Too long."] }, initialValue: { upload: "u", uploadName: "river.png" } },
    [
      ...[fileForm, ...summary, "[Too long.](#sample-k-title)"],
      `${keys("file")} {type=hidden, name=upload, value=u} {type=hidden, name=uploadName, value=river.png}`,
      "river.png Already uploaded. To replace it, choose another file.",
      ...[...choose(""), ...title(", aria-invalid=true", named[1]), "Too long.", ...fields],
    ],
  ],
])("%s asks for a file, unless it's already uploaded", (_, result, lines) => {
  expect(outline(<FileSampleForm sampleKey="k" services={services} result={result} />)).toEqual(lines);
});

test("an uploaded file without a name is called “Your file”", () => {
  const result = { error: { title: ["Too long."] }, initialValue: { upload: "u" } };
  expect(outline(<FileSampleForm sampleKey="k" services={services} result={result} />)).toContain(
    "Your file Already uploaded. To replace it, choose another file.",
  );
});

test("a file that was chosen elsewhere on the page is shown instead of the field", () => {
  const chosen = new File([new Uint8Array(2_000)], "film.mp4");
  const form = (isMain?: boolean) => <FileSampleForm {...{ sampleKey: "k", services, chosen, isMain }} />;
  expect(outline(form())).toEqual([
    ...[`${fileForm} ${keys("file")}`, "film.mp4", "Ready 2 KB", "[Remove( film.mp4)]{type=button}"],
    ...["div{hidden}", ...choose(), "Title{type=text, name=title}", ...alt, fold, ...rest()],
    "[Add to your work(: film.mp4)]{pending=Adding...}",
  ]);
  // A page has one main button, also if several files were chosen.
  expect(render(form()).html).toContain("btn-primary");
  expect(render(form(false)).html).not.toContain("btn-primary");
});

test("a sample's preview picture can be replaced, and removed if there's one", () => {
  const picture = (invalid = "") => [
    "Picture",
    "JPEG, PNG, WebP or AVIF, up to 20 MB. People see it before they open or play the sample. A JPEG can have up to 50 megapixels, a PNG or WebP 32, an AVIF 4.",
    `{type=file, name=file, ${invalid}accept=${accepted.picture}, required}`,
  ];
  const [form, intent] = [
    "form{action=/, encType=multipart/form-data}",
    "{type=hidden, name=intent, value=still}",
  ];
  const save = "[Save picture]{pending=Uploading...}";
  expect(outline(<StillForm hasStill={false} result={undefined} />)).toEqual([
    ...["Preview picture", `${form} ${intent}`, ...picture(), save],
  ]);
  expect(outline(<StillForm hasStill result={{ error: { file: ["Too large."] } }} />)).toEqual([
    ...["Preview picture", form, "div{role=alert, tabindex=-1, autofocus}", "Your picture wasn't saved"],
    ...["[Too large.](#still-file)", intent, ...picture("aria-invalid=true, "), "Too large.", save],
    "form{action=/} [Remove picture]{pending=Removing..., name=intent, value=drop-still}",
  ]);
});
