import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { listCatalog } from "~/features/catalog/reading.server";
import { briefChoices, briefSteps, stepTitles, typedOf } from "~/features/projects/brief";
import { BriefFields, fieldsOfStep, formValues } from "~/features/projects/components/brief-fields";
import { editProject, findOwnForEdit } from "~/features/projects/posting.server";
import { chooseWords, editSchema, projectOf, readBudget } from "~/features/projects/project.schema";
import { badRequest, notFound } from "~/http/form.server";
import { idParam, limitActs, readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import { paths } from "~/paths";
import { pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/brief-page.css?url";
import { ErrorSummary, Form, type FormResult, summaryOf, useForm } from "~/ui/form";
import { useLeaveWarning } from "~/ui/leave-warning";
import { ButtonLink, EmptyState, SubmitButton } from "~/ui/parts";

export const meta = pageTitle<typeof loader>(({ typed }) => `Edit “${typed.title}”`);

export const { handle, links } = withStyles(styles, { formFailure: notDone("Your changes weren't saved.") });

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const projectId = idParam(args, "projectId");
  const [own, catalog] = await Promise.all([findOwnForEdit(actor, projectId), listCatalog()]);
  if (!own) throw notFound();
  const { brief, ...rest } = own;
  return { projectId, ...rest, typed: typedOf(brief), choices: briefChoices(catalog) };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, editSchema);
  const projectId = idParam(args, "projectId");
  if (!form.ok) {
    if (!(await findOwnForEdit(actor, projectId))) throw notFound();
    return form.reply;
  }
  await limitActs(args, actor, "project-change");
  const { version, ...sent } = form.value;
  const budget = readBudget(sent, await listCatalog());
  if (budget.errors) return form.refuse(budget.errors);
  const done = await editProject(actor, projectId, projectOf(sent, budget.price), version);
  if (done.ok) return redirectWithFlash(paths.project(projectId), { title: "Changes saved" });
  switch (done.refused) {
    case "not-found":
      throw notFound();
    case "wrong-state":
      throw badRequest(
        409,
        "This project is closed",
        "Your changes weren't saved. Reopen the project to edit it.",
      );
    case "changed":
      return form.refuse(changedWords, 409);
    case "questions-fixed":
      return form.refuse(
        "Someone has already applied, so you can't change the screening questions anymore.",
        409,
      );
    case "unknown-choice":
      return form.refuse(chooseWords);
  }
}

const changedWords =
  "You saved this project in another tab or on another device. Nothing from this page has been saved. To replace what you saved there, save again.";

/** A refusal usually keeps the page's data, but this one is about what's stored now, so reload it. */
export const shouldRevalidate = ({ actionStatus = 200 }: ShouldRevalidateFunctionArgs) =>
  actionStatus < 400 || actionStatus === 409;

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

export default function EditProjectPage() {
  const { canEdit, ...data } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  return (
    <div className="narrow stack">
      <h1>Edit your project</h1>
      {canEdit || result ? (
        <EditBriefForm {...data} result={result} />
      ) : (
        <EmptyState
          title="This project is closed"
          action={<ButtonLink to={paths.project(data.projectId)}>Go to the project</ButtonLink>}
        >
          Reopen it to make changes.
        </EmptyState>
      )}
    </div>
  );
}

/** A posted project's whole brief on one page. It's multipart, because percent-encoded text can exceed 64 kB. */
function EditBriefForm({
  projectId,
  version,
  typed,
  choices,
  areQuestionsFixed,
  result,
}: Omit<Loaded, "canEdit"> & { result?: FormResult }) {
  const { formProps, field } = useForm<string>("brief", result, formValues(typed));
  useLeaveWarning(formProps.id, Boolean(result));
  const fixedQuestions = areQuestionsFixed ? typed.questions : null;
  // After any other refusal, no one has said that the project was changed elsewhere, so it still counts as changed.
  const sent = result?.error?.[""]?.includes(changedWords) ? undefined : result?.initialValue?.version;
  return (
    <Form {...formProps} encType="multipart/form-data" className="stack">
      <input type="hidden" name="version" value={typeof sent === "string" ? sent : version} />
      <ErrorSummary
        title="Please check your brief"
        errors={summaryOf(
          result,
          briefSteps.flatMap((step) => fieldsOfStep(step, field, areQuestionsFixed)),
        )}
      />
      {briefSteps.map((step) => (
        <section key={step} className="stack part">
          <h2>{stepTitles[step]}</h2>
          <BriefFields
            step={step}
            field={field}
            choices={choices}
            fixedQuestions={fixedQuestions}
            needsTitle
          />
        </section>
      ))}
      <div className="form-acts">
        <SubmitButton pending="Saving...">Save Changes</SubmitButton>
        <ButtonLink kind="secondary" to={paths.project(projectId)}>
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}
