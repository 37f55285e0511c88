import { useEffect, useState } from "react";
import { type AmountUnit, amountUnits } from "~/features/catalog/amount";
import { readPrice } from "~/features/catalog/amount-reading";
import { Frame } from "~/features/media/components/frame";
import type { PictureView } from "~/features/media/media";
import { ChipList } from "~/ui/chip-list";
import { formatPlainDate } from "~/ui/dates";
import { controlsOf, isCheckable } from "~/ui/form-draft";
import { firstNames, shortList } from "~/ui/short-list";
import type { BriefChoices, TypedBrief } from "../brief";
import { projectLimits } from "../project";
import { budgetLine } from "./project-parts";

type Shown = Pick<
  TypedBrief,
  | ("title" | "description" | "serviceIds" | "toolIds" | "budgetTypeId")
  | ("budgetFrom" | "budgetTo" | "budgetUnit" | "budgetDetails" | "startDate")
>;

/**
 * How the brief will look in contributors' lists. With script, it follows what's being typed. Shown from 1024 px on.
 */
export function LivePreview({
  formId,
  typed,
  choices,
  picture,
  hasScript,
}: {
  formId: string;
  typed: TypedBrief;
  choices: BriefChoices;
  picture: PictureView | null;
  hasScript: boolean;
}) {
  const [live, setLive] = useState<Shown>();
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!hasScript || !(form instanceof HTMLFormElement)) return;
    const look = () => setLive(readShown(form));
    look();
    form.addEventListener("input", look);
    return () => form.removeEventListener("input", look);
  }, [formId, hasScript]);
  const shown = live ?? typed;
  const nameOf = (groups: BriefChoices["services"], ids: readonly number[]) =>
    groups
      .flatMap(({ choices: all }) => all)
      .filter(({ value }) => ids.includes(Number(value)))
      .map(({ label }) => label);
  const services = nameOf(choices.services, shown.serviceIds);
  const tools = nameOf(choices.tools, shown.toolIds);
  const budgetType = choices.budgetTypes.find(({ value }) => value === String(shown.budgetTypeId));
  const { budgetFrom, budgetTo, budgetUnit, budgetDetails } = shown;
  const { price } = readPrice(
    { from: budgetFrom, to: budgetTo, unit: budgetUnit, note: budgetDetails },
    { suggested: budgetType?.unit, noteLimit: projectLimits.budgetDetails },
  );
  const budget = budgetLine({ amount: price?.amount ?? null, budgetDetails: price?.note ?? budgetDetails });
  const date = /^\d{4}-\d\d-\d\d$/.test(shown.startDate) ? formatPlainDate(shown.startDate) : "";
  return (
    <aside className="brief-preview" aria-label="How contributors see it">
      <p className="hint">How contributors see it</p>
      <Frame title={shown.title || "Your brief"} picture={picture} sizes="380px" />
      <p className="money cut1">{budget || budgetType?.label || "Budget not decided yet"}</p>
      <p>
        <strong>{shown.title || "Your title"}</strong>
      </p>
      <p className="line-clamp-2">{shown.description}</p>
      <p className="hint">
        {[shortList(services), date ? `Starts ${date}` : "Start: Flexible"].filter(Boolean).join(" · ")}
      </p>
      {tools.length > 0 && <ChipList names={firstNames(tools)} />}
    </aside>
  );
}

function readShown(form: HTMLFormElement): Shown {
  const controls = controlsOf(form);
  const textOf = (name: string) => controls.find((control) => control.name === name)?.value ?? "";
  const chosenOf = (name: string) =>
    controls
      .filter((control) => control.name === name && isCheckable(control) && control.checked)
      .map(({ value }) => Number(value));
  return {
    title: textOf("title").trim(),
    description: textOf("description"),
    serviceIds: chosenOf("serviceIds"),
    toolIds: chosenOf("toolIds"),
    budgetTypeId: chosenOf("budgetTypeId")[0] || null,
    budgetFrom: textOf("budgetFrom"),
    budgetTo: textOf("budgetTo"),
    budgetUnit: amountUnits.find((unit) => unit === textOf("budgetUnit")) ?? ("" satisfies AmountUnit | ""),
    budgetDetails: textOf("budgetDetails"),
    startDate: textOf("startDate"),
  };
}
