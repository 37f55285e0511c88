import type { ComponentProps } from "react";
import { expect, test } from "vitest";
import { changesBetween, outline } from "../../../../tests/support/outline";
import { type BriefChoices, type BriefStep, blankBrief, type TypedBrief } from "../brief";
import { BriefFields, fieldsOfStep } from "./brief-fields";
import { BriefForm } from "./brief-form";

const group = (...labels: string[]) => [
  { legend: "", choices: labels.map((label, index) => ({ value: String(index + 1), label })) },
];
const choices: BriefChoices = {
  ...{
    services: group("Editing", "Sound", "Color", "Design"),
    tools: group("Premiere", "Figma", "Avid", "Excel"),
  },
  styles: group("Cinematic"),
  budgetTypes: [
    { value: "1", label: "Hourly Rate", unit: "hour" },
    { value: "2", label: "Revenue share", unit: null },
  ],
};
const typed: TypedBrief = {
  ...{
    ...blankBrief,
    title: "River series",
    description: "All about rivers",
    serviceIds: [1, 2],
    toolIds: [2],
  },
  ...{ budgetTypeId: 1, budgetFrom: "60", startDate: "2027-01-04", questions: ["How fast?"] },
};
type Props = ComponentProps<typeof BriefForm>;
const shown = (step: BriefStep, brief: Partial<TypedBrief> = {}, props: Partial<Props> = {}) =>
  outline(
    <BriefForm
      personId="june"
      draft={{ key: "k", isStored: true, typed: { ...typed, ...brief } }}
      step={step}
      files={0}
      picture={null}
      choices={choices}
      posts={null}
      {...props}
    />,
  );

test("each step of a brief has its fields, and buttons to the others", () => {
  expect(shown("details")).toEqual([
    "form{action=/project-brief?step=details, encType=multipart/form-data} [Next]{tabindex=-1} {type=hidden, name=key, value=k} {type=hidden, name=isStored, value=1}",
    "Steps",
    "[Details]{name=toDetails, value=1, formnovalidate, aria-current=step} [Requirements]{name=toRequirements, value=1, formnovalidate} [Budget]{name=toBudget, value=1, formnovalidate} [References]{name=toFiles, value=1, formnovalidate}",
    "legend{tabindex=-1} Details",
    "{type=hidden, name=steps, value=details}",
    "Title",
    "Required. Everything else is optional.",
    "{type=text, name=title, value=River series}",
    "Description",
    "What you make, what you need, and how you like to work.",
    "{rows=8, name=description} All about rivers",
    "Brand link",
    "Your channel, site or style guide.",
    "{type=text, name=brandLink, inputMode=url, autoComplete=url, placeholder=https://, value}",
    "[Next]",
    "Your brief stays a draft until you post it.",
    "[Discard draft](/project-brief/discard?key=k)",
    "aside{aria-label=How contributors see it}",
    "How contributors see it",
    "River series",
    "$60 per hour",
    "River series",
    "All about rivers",
    "Editing, Sound · Starts Jan 4, 2027",
    "Figma",
  ]);
  expect(changesBetween(shown("details"), shown("requirements"))).toEqual([
    "- form{action=/project-brief?step=details, encType=multipart/form-data} [Next]{tabindex=-1} {type=hidden, name=key, value=k} {type=hidden, name=isStored, value=1}",
    "- [Details]{name=toDetails, value=1, formnovalidate, aria-current=step} [Requirements]{name=toRequirements, value=1, formnovalidate} [Budget]{name=toBudget, value=1, formnovalidate} [References]{name=toFiles, value=1, formnovalidate}",
    "- legend{tabindex=-1} Details",
    "- {type=hidden, name=steps, value=details}",
    "- Title",
    "- Required. Everything else is optional.",
    "- {type=text, name=title, value=River series}",
    "- Description",
    "- What you make, what you need, and how you like to work.",
    "- {rows=8, name=description} All about rivers",
    "- Brand link",
    "- Your channel, site or style guide.",
    "- {type=text, name=brandLink, inputMode=url, autoComplete=url, placeholder=https://, value}",
    "- [Next]",
    "+ form{action=/project-brief?step=requirements, encType=multipart/form-data} [Next]{tabindex=-1} {type=hidden, name=key, value=k} {type=hidden, name=isStored, value=1}",
    "+ [Details]{name=toDetails, value=1, formnovalidate} [Requirements]{name=toRequirements, value=1, formnovalidate, aria-current=step} [Budget]{name=toBudget, value=1, formnovalidate} [References]{name=toFiles, value=1, formnovalidate}",
    "+ legend{tabindex=-1} Requirements",
    "+ {type=hidden, name=steps, value=requirements}",
    "+ Services needed",
    "+ {type=checkbox, name=serviceIds, checked, value=1} Editing {type=checkbox, name=serviceIds, checked, value=2} Sound {type=checkbox, name=serviceIds, value=3} Color {type=checkbox, name=serviceIds, value=4} Design",
    "+ Tools required",
    "+ {type=checkbox, name=toolIds, value=1} Premiere {type=checkbox, name=toolIds, checked, value=2} Figma {type=checkbox, name=toolIds, value=3} Avid {type=checkbox, name=toolIds, value=4} Excel",
    "+ Visual style",
    "+ {type=checkbox, name=visualStyleIds, value=1} Cinematic",
    "+ Deliverables",
    "+ What you'll have when the work is done.",
    "+ {rows=4, name=deliverables}",
    "+ Screening questions",
    "+ Up to 5. Everyone who applies has to answer them.",
    "+ Question 1{type=text, name=questions, value=How fast?}",
    "+ Question 2{type=text, name=questions}",
    "+ Question 3{type=text, name=questions}",
    "+ Question 4{type=text, name=questions}",
    "+ Question 5{type=text, name=questions}",
    "+ [Next] [Back]{name=toDetails, value=1, formnovalidate}",
  ]);
  expect(changesBetween(shown("details"), shown("budget"))).toEqual([
    "- form{action=/project-brief?step=details, encType=multipart/form-data} [Next]{tabindex=-1} {type=hidden, name=key, value=k} {type=hidden, name=isStored, value=1}",
    "- [Details]{name=toDetails, value=1, formnovalidate, aria-current=step} [Requirements]{name=toRequirements, value=1, formnovalidate} [Budget]{name=toBudget, value=1, formnovalidate} [References]{name=toFiles, value=1, formnovalidate}",
    "- legend{tabindex=-1} Details",
    "- {type=hidden, name=steps, value=details}",
    "- Title",
    "- Required. Everything else is optional.",
    "- {type=text, name=title, value=River series}",
    "- Description",
    "- What you make, what you need, and how you like to work.",
    "- {rows=8, name=description} All about rivers",
    "- Brand link",
    "- Your channel, site or style guide.",
    "- {type=text, name=brandLink, inputMode=url, autoComplete=url, placeholder=https://, value}",
    "- [Next]",
    "+ form{action=/project-brief?step=budget, encType=multipart/form-data} [Save]{tabindex=-1} {type=hidden, name=key, value=k} {type=hidden, name=isStored, value=1}",
    "+ [Details]{name=toDetails, value=1, formnovalidate} [Requirements]{name=toRequirements, value=1, formnovalidate} [Budget]{name=toBudget, value=1, formnovalidate, aria-current=step} [References]{name=toFiles, value=1, formnovalidate}",
    "+ legend{tabindex=-1} Budget",
    "+ {type=hidden, name=steps, value=budget}",
    "+ Budget type",
    "+ {type=radio, name=budgetTypeId, value} Not decided yet {type=radio, name=budgetTypeId, checked, value=1} Hourly Rate {type=radio, name=budgetTypeId, value=2} Revenue share",
    "+ Amount",
    "+ From{type=text, name=budgetFrom, inputMode=decimal, autoComplete=off, value=60}",
    "+ To (optional){type=text, name=budgetTo, inputMode=decimal, autoComplete=off, value}",
    "+ Per{name=budgetUnit} [Choose]{value}[hour]{selected}[day][piece][video][episode][script][month][project]",
    "+ p{role=status} $60 per hour",
    "+ Budget details",
    "+ What's included, or what it depends on.",
    "+ {rows=2, name=budgetDetails}",
    "+ Start date{type=date, name=startDate, value=2027-01-04}",
    "+ Timeline",
    "+ For example, two weeks, or one video a week.",
    "+ {rows=2, name=timeline}",
    "+ Project type",
    "+ {type=radio, name=projectType, checked, value=one-time} One-time {type=radio, name=projectType, value=ongoing} Ongoing",
    "+ [Post Project]{pending=Creating..., name=post, value=1} [Preview]{name=toPreview, value=1, formnovalidate} [Back]{name=toRequirements, value=1, formnovalidate}",
  ]);
});

test("a draft says how many references it has, and whether it's stored", () => {
  expect(changesBetween(shown("details"), shown("details", {}, { files: 2 }))).toEqual([
    "- [Details]{name=toDetails, value=1, formnovalidate, aria-current=step} [Requirements]{name=toRequirements, value=1, formnovalidate} [Budget]{name=toBudget, value=1, formnovalidate} [References]{name=toFiles, value=1, formnovalidate}",
    "+ [Details]{name=toDetails, value=1, formnovalidate, aria-current=step} [Requirements]{name=toRequirements, value=1, formnovalidate} [Budget]{name=toBudget, value=1, formnovalidate} [References (2)]{name=toFiles, value=1, formnovalidate}",
  ]);
  const draft = { key: "k", isStored: false, typed };
  expect(changesBetween(shown("details"), shown("details", {}, { draft }))).toEqual([
    "- form{action=/project-brief?step=details, encType=multipart/form-data} [Next]{tabindex=-1} {type=hidden, name=key, value=k} {type=hidden, name=isStored, value=1}",
    "+ form{action=/project-brief?step=details, encType=multipart/form-data} [Next]{tabindex=-1} {type=hidden, name=key, value=k}",
  ]);
});

test("the last step says how many posts the plan has left", () => {
  const posts = (used: number) =>
    ({ kind: "projects", used, limit: 2, resets: "Soon.", resetsAt: null }) as never;
  const differs = (step: BriefStep, used: number) =>
    changesBetween(shown(step), shown(step, {}, { posts: posts(used) }));
  expect(differs("budget", 0)).toEqual([]);
  expect(differs("budget", 1)).toEqual(["+ This is the last active post your plan allows. Soon."]);
  expect(differs("budget", 2)).toEqual([
    "- [Post Project]{pending=Creating..., name=post, value=1} [Preview]{name=toPreview, value=1, formnovalidate} [Back]{name=toRequirements, value=1, formnovalidate}",
    "+ [Preview]{name=toPreview, value=1, formnovalidate} [Back]{name=toRequirements, value=1, formnovalidate}",
    "+ Project Limit Reached",
    "+ You're using 2 of 2 active posts. Soon. Your brief is saved as a draft.",
    "+ [See Pricing Options](/pricing?from=%2F) [Continue with Limitations](/projects)",
  ]);
  for (const used of [1, 2]) expect(differs("details", used)).toEqual([]);
});

test("a refused step keeps what was typed, and names only its own errors", () => {
  const result = {
    initialValue: { steps: "details", title: "", description: "New" },
    error: { title: ["Please enter a title"], timeline: ["Too long"], "": ["Not posted"] },
  };
  expect(changesBetween(shown("details"), shown("details", {}, { result }))).toEqual([
    "- {type=text, name=title, value=River series}",
    "- {rows=8, name=description} All about rivers",
    "- {type=text, name=brandLink, inputMode=url, autoComplete=url, placeholder=https://, value}",
    "+ div{role=alert, tabindex=-1, autofocus}",
    "+ Please check your brief",
    "+ [Not posted](#brief-title)",
    "+ [Please enter a title](#brief-title)",
    "+ {type=text, name=title, aria-invalid=true, value}",
    "+ Please enter a title",
    "+ {rows=8, name=description} New",
    "+ {type=text, name=brandLink, inputMode=url, autoComplete=url, placeholder=https://}",
  ]);
  const lost = { words: "It's gone.", next: { key: "n", isStored: false } };
  expect(changesBetween(shown("details"), shown("details", {}, { result, lost }))).toEqual([
    "- {type=text, name=title, value=River series}",
    "- {rows=8, name=description} All about rivers",
    "- {type=text, name=brandLink, inputMode=url, autoComplete=url, placeholder=https://, value}",
    "+ div{role=alert, tabindex=-1, autofocus}",
    "+ Please check your brief",
    "+ [It's gone.](#brief-title)",
    "+ {type=text, name=title, value}",
    "+ {rows=8, name=description} New",
    "+ {type=text, name=brandLink, inputMode=url, autoComplete=url, placeholder=https://}",
  ]);
  expect(changesBetween(shown("details"), shown("details", {}, { errors: { title: ["Missing"] } }))).toEqual([
    "- {type=text, name=title, value=River series}",
    "+ div{role=alert, tabindex=-1, autofocus}",
    "+ Please check your brief",
    "+ [Missing](#brief-title)",
    "+ {type=text, name=title, aria-invalid=true, value=River series}",
    "+ Missing",
  ]);
});

test("the preview shows what's known, and says what isn't", () => {
  const preview = (brief: Partial<TypedBrief>) => {
    const lines = shown("details", brief);
    return lines.slice(lines.findIndex((line) => line.startsWith("aside")) + 2);
  };
  expect(preview({})).toEqual([
    "River series",
    "$60 per hour",
    "River series",
    "All about rivers",
    "Editing, Sound · Starts Jan 4, 2027",
    "Figma",
  ]);
  expect(preview({ ...blankBrief })).toEqual([
    "Your brief",
    "Budget not decided yet",
    "Your title",
    "Start: Flexible",
  ]);
  expect(
    preview({ budgetFrom: "", startDate: "2027-01", serviceIds: [1, 2, 3, 4], toolIds: [1, 2, 3, 4] }),
  ).toEqual([
    "River series",
    "Hourly Rate",
    "River series",
    "All about rivers",
    "Editing, Sound, Color +1 more · Start: Flexible",
    "Premiere",
    "Figma",
    "Avid",
    "+1 more",
  ]);
  expect(preview({ budgetTypeId: 2, budgetFrom: "", budgetDetails: "10%. Or so." })).toEqual([
    "River series",
    "10%",
    "River series",
    "All about rivers",
    "Editing, Sound · Starts Jan 4, 2027",
    "Figma",
  ]);
});

test("questions can't be changed once someone has answered them", () => {
  const field = (name: string) => ({ id: `f-${name}`, name });
  const fields = (fixedQuestions: string[] | null) =>
    outline(
      <BriefFields step="requirements" field={field} choices={choices} fixedQuestions={fixedQuestions} />,
    );
  expect(changesBetween(fields(null), fields(["Why?"]))).toEqual([
    "- Up to 5. Everyone who applies has to answer them.",
    "- Question 1{type=text, name=questions}",
    "- Question 2{type=text, name=questions}",
    "- Question 3{type=text, name=questions}",
    "- Question 4{type=text, name=questions}",
    "- Question 5{type=text, name=questions}",
    "+ Someone has already applied, so you can't change these questions anymore.",
    "+ Why?{type=hidden, name=questions, value=Why?}",
  ]);
  expect(fields([]).at(-1)).toBe("None");
  expect(outline(<BriefFields step="details" field={field} choices={choices} needsTitle />)[2]).toEqual(
    "{type=text, name=title, required}",
  );
  const names = (areFixed: boolean) =>
    fieldsOfStep("requirements", field, areFixed).map(({ id, name }) => `${name}: ${id}`);
  expect(names(false)).toEqual([
    "serviceIds: f-serviceIds",
    "toolIds: f-toolIds",
    "visualStyleIds: f-visualStyleIds",
    "deliverables: f-deliverables",
    "questions: f-questions",
    "questions[0]: f-questions",
    "questions[1]: f-questions[1]",
    "questions[2]: f-questions[2]",
    "questions[3]: f-questions[3]",
    "questions[4]: f-questions[4]",
  ]);
  expect(names(true)).toEqual([
    "serviceIds: f-serviceIds",
    "toolIds: f-toolIds",
    "visualStyleIds: f-visualStyleIds",
    "deliverables: f-deliverables",
  ]);
});

test("an amount is hidden for a budget without one", () => {
  const budget = shown("budget");
  expect(changesBetween(budget, shown("budget", { budgetTypeId: 2 }))).toEqual([
    "- {type=radio, name=budgetTypeId, value} Not decided yet {type=radio, name=budgetTypeId, checked, value=1} Hourly Rate {type=radio, name=budgetTypeId, value=2} Revenue share",
    "- Per{name=budgetUnit} [Choose]{value}[hour]{selected}[day][piece][video][episode][script][month][project]",
    "- p{role=status} $60 per hour",
    "- What's included, or what it depends on.",
    "- $60 per hour",
    "+ {type=radio, name=budgetTypeId, value} Not decided yet {type=radio, name=budgetTypeId, value=1} Hourly Rate {type=radio, name=budgetTypeId, checked, value=2} Revenue share",
    "+ div{hidden}",
    "+ Per{name=budgetUnit} [Choose]{value, selected}[hour][day][piece][video][episode][script][month][project]",
    "+ p{role=status}",
    "+ For example, 10% of what the videos earn.",
    "+ Revenue share",
  ]);
  expect(changesBetween(budget, shown("budget", { budgetTypeId: null, projectType: "ongoing" }))).toEqual([
    "- {type=radio, name=budgetTypeId, value} Not decided yet {type=radio, name=budgetTypeId, checked, value=1} Hourly Rate {type=radio, name=budgetTypeId, value=2} Revenue share",
    "- Per{name=budgetUnit} [Choose]{value}[hour]{selected}[day][piece][video][episode][script][month][project]",
    "- p{role=status} $60 per hour",
    "- {type=radio, name=projectType, checked, value=one-time} One-time {type=radio, name=projectType, value=ongoing} Ongoing",
    "- $60 per hour",
    "+ {type=radio, name=budgetTypeId, checked, value} Not decided yet {type=radio, name=budgetTypeId, value=1} Hourly Rate {type=radio, name=budgetTypeId, value=2} Revenue share",
    "+ Per{name=budgetUnit} [Choose]{value, selected}[hour][day][piece][video][episode][script][month][project]",
    "+ p{role=status}",
    "+ {type=radio, name=projectType, value=one-time} One-time {type=radio, name=projectType, checked, value=ongoing} Ongoing",
    "+ Budget not decided yet",
  ]);
});
