import { expect, test } from "vitest";
import { SavesDataContext } from "~/ui/avatar";
import { outline } from "../../../../tests/support/outline";
import { render } from "../../../../tests/support/rendering";
import { AmountFields } from "./amount-fields";
import { PriceText } from "./price-text";
import { BesideFilm, CutPair, FilmPage, OneFrame, Still, StillSheet, StyleStill } from "./stills";

const field = (name: string, initialValue?: string) => ({ id: name, name, initialValue });

test("the fields for an amount say how it's understood, with the suggested unit until another is chosen", () => {
  const fields = (from: string, to: string | null, unit: string, props: object = {}) =>
    outline(
      <AmountFields
        legend="Price"
        from={field("from", from)}
        to={to === null ? undefined : field("to", to)}
        unit={field("unit", unit)}
        {...props}
      >
        Note
      </AmountFields>,
    );
  expect(fields("", "", "")).toEqual([
    "Price",
    "From{type=text, name=from, inputMode=decimal, autoComplete=off, value}",
    "To (optional){type=text, name=to, inputMode=decimal, autoComplete=off, value}",
    "Per{name=unit} [Choose]{value, selected}[hour][day][piece][video][episode][script][month][project]",
    "p{role=status}",
    "Note",
  ]);
  expect(fields("60", "80", "day", { label: "At least", suggested: "hour" })).toEqual([
    "Price",
    "At least{type=text, name=from, inputMode=decimal, autoComplete=off, value=60}",
    "To (optional){type=text, name=to, inputMode=decimal, autoComplete=off, value=80}",
    "Per{name=unit} [Choose]{value}[hour][day]{selected}[piece][video][episode][script][month][project]",
    "p{role=status} $60–$80 per day",
    "Note",
  ]);
  const echo = (...state: Parameters<typeof fields>) => fields(...state).slice(-2, -1);
  expect(echo("60", null, "", { suggested: "hour" })).toEqual(["p{role=status} $60 per hour"]);
  expect(echo("60", null, "hour", { say: (words: string) => `At least ${words}` })).toEqual([
    "p{role=status} At least $60 per hour",
  ]);
  expect(fields("60", null, "")).toEqual(
    fields("", null, "").map((line) => line.replace(/(name=from.*value)/, "$1=60")),
  );
  expect(fields("lots", null, "hour").at(-1)).toBe("Note");
  expect(outline(<AmountFields legend="Price" from={field("from")} unit={field("unit")} />)).toEqual([
    "Price",
    "From{type=text, name=from, inputMode=decimal, autoComplete=off}",
    "Per{name=unit} [Choose]{value, selected}[hour][day][piece][video][episode][script][month][project]",
    "p{role=status}",
  ]);
});

test("a price is its amount, then its note", () => {
  const amount = { unit: "hour", low: 6000, high: 8000 } as const;
  expect(outline(<PriceText price={{ amount, note: "Plus tax" }} />)).toEqual(["$60–$80 per hourPlus tax"]);
  expect(outline(<PriceText price={{ amount, note: "" }} />)).toEqual(["$60–$80 per hour"]);
  expect(outline(<PriceText price={{ amount: null, note: "Ask" }} />)).toEqual(["Ask"]);
  expect(render(<PriceText price={{ amount, note: "" }} />).html).not.toContain("<br");
  expect(render(<PriceText price={{ amount: null, note: "Ask" }} />).html).not.toMatch(/<br|hint/);
  expect(render(<PriceText price={{ amount, note: "Ask" }} />).html).toContain("hint");
});

test("our own pictures load late unless they're first, and not at all with Save-Data", () => {
  const still = render(<Still name="tent" />).html;
  expect(still).toContain('src="/pictures/tent.avif" alt="" width="720" height="405" loading="lazy"');
  expect(still).not.toContain("<picture");
  const first = render(<Still name="tent" small="tent-small" isFirst />).html;
  expect(first).toContain('loading="eager"');
  expect(first).toContain('<source media="(width &lt; 48rem)" srcSet="/pictures/tent-small.avif"/>');
  expect(render(<StyleStill style="Raw/Unfiltered" />).html).toContain(
    'src="/pictures/styles/raw-unfiltered.avif" alt="" width="360" height="202"',
  );
  const saving = (
    <SavesDataContext.Provider value={true}>
      <Still name="tent" />
      <StillSheet />
      <CutPair styles={["Cinematic", "Documentary"]} />
      <OneFrame name="tent" />
    </SavesDataContext.Provider>
  );
  expect(render(saving).html).toBe("");
});

test("a contact sheet circles one of its styles, and the film stands next to a page's words", () => {
  const names = (html: string) => [...html.matchAll(/pictures\/([^"]*)\.avif/g)].map(([, name]) => name);
  const sheet = render(<StillSheet />).html;
  expect(names(sheet)).toHaveLength(12);
  expect(sheet.match(/animation-motion-graphics\.avif.{0,200}?<svg/g)).toHaveLength(1);
  expect(sheet.match(/<svg/g)).toHaveLength(1);
  expect(names(render(<CutPair styles={["Cinematic", "Documentary"]} />).html)).toEqual([
    "styles/cinematic",
    "styles/documentary",
  ]);
  expect(outline(<BesideFilm film="film">words</BesideFilm>)).toEqual(["words", "film"]);
  const page = (
    <FilmPage still="tent" title="Stop emails">
      Done.
    </FilmPage>
  );
  expect(outline(page)).toEqual(["Stop emails", "Done.", "(/pictures/tent.avif)"]);
  expect(names(render(page).html)).toEqual(["tent"]);
});
