import { expect, test } from "vitest";
import type { FormResult } from "~/ui/form";
import { outline } from "../../../../tests/support/outline";
import { noAnswers } from "../profile";
import { profileSections, type SectionId } from "../sections";
import { SectionForm } from "./section-form";

const choices = { contentType: [{ legend: "", choices: [{ value: "1", label: "Films" }] }] };
const values = { ...noAnswers, name: "Ana", bio: "I film.", contentType: [1], website: "https://ana.test/" };

function shown(id: SectionId, result?: FormResult) {
  const section = profileSections.creator.find((one) => one.id === id);
  if (!section) throw new Error(`There's no section ${id}.`);
  return outline(
    <SectionForm profileId="p" section={section} version="1.2.3.4" {...{ values, choices, result }} />,
  );
}

const form = (section: string) => `form{action=/profile/edit?section=${section}}`;
const hidden = "{type=hidden, name=profileId, value=p} {type=hidden, name=version, value=1.2.3.4}";
const name = (value: string, invalid = "") =>
  `Name{type=text, name=name, ${invalid}required, autoComplete=name, value=${value}}`;
const location = ["Location", "City and state, like Austin, TX."];
const bio = ["Bio", "What you make and who it's for."];
const films = (checked: string) => `{type=checkbox, name=contentType, ${checked}value=1} Films`;

test("a section's form has its fields with what's stored; only the name is required", () => {
  expect(shown("about")).toEqual([
    ...[`${form("about")} ${hidden}`, name("Ana"), ...location, "{type=text, name=location, value}"],
    ...[...bio, "{rows=4, name=bio} I film.", "What do you create?", films("checked, ")],
    "[Save]{pending=Saving...}",
  ]);
});

test("the links take a URL, or the person's name on that network", () => {
  const link = (label: string) =>
    `${label}{type=text, name=${label.toLowerCase()}, inputMode=url, placeholder=https:// or @handle}`;
  expect(shown("links")).toEqual([
    ...[`${form("links")} ${hidden}`, link("YouTube"), link("Twitter"), link("Instagram"), link("LinkedIn")],
    "Website{type=text, name=website, inputMode=url, placeholder=https://, value=https://ana.test/}",
    ...[link("Behance"), "[Save]{pending=Saving...}"],
  ]);
});

const summary = "div{role=alert, tabindex=-1, autofocus}";

test("a refused form shows what's wrong and what was typed", () => {
  const initialValue = { name: "Ana R", version: "1.2.3.4" };
  expect(shown("about", { initialValue, error: { name: ["Too long."] } })).toEqual([
    ...[form("about").concat(" ", hidden), summary, "Error updating profile", "[Too long.](#profile-name)"],
    ...[name("Ana R", "aria-invalid=true, "), "Too long.", ...location, "{type=text, name=location}"],
    ...[...bio, "{rows=4, name=bio}", "What do you create?", films(""), "[Save]{pending=Saving...}"],
  ]);
});

test.each([
  ["1.0.3.0", ["Location is now:", "empty", "What do you create? is now:", "Films"]],
  ["1.2.0.4", ["Bio is now:", "I film."]],
])(
  "if the section was saved elsewhere since version %s, both are shown and can be kept",
  (version, changed) => {
    const initialValue = { name: "Ana R", version };
    expect(shown("about", { initialValue, error: { "": ["Saved elsewhere."] } })).toEqual([
      ...[`${form("about")} ${hidden}`, summary, "This changed while you were editing"],
      ...["[Saved elsewhere.](#profile-name)", ...changed, name("Ana R"), ...location],
      ...["{type=text, name=location}", ...bio, "{rows=4, name=bio}", "What do you create?", films("")],
      "[Save mine]{pending=Saving...} [Keep what's saved](/profile/edit?section=about)",
    ]);
  },
);
