import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { goBackAndRetry, reloadAndRetry } from "~/failure-words";
import { discardBrief, findBrief } from "~/features/projects/attaching.server";
import { idField } from "~/fields.schema";
import { pressed } from "~/http/form.server";
import { readAsCreator, redirectWithFlash, requireCreator } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { isId } from "~/ids";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { Form } from "~/ui/form";
import { writeLocal } from "~/ui/local-storage";
import { ButtonLink, Section, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Discard your draft");

export const handle: RouteHandle = { pageFailure: "We couldn't discard your draft" };

const schema = z.object({ key: idField(reloadAndRetry).optional() });

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireCreator(args);
  const draft = actor.userType && (await findBrief(actor));
  // The brief's script may save the draft after this page has loaded.
  const asked = new URL(args.request.url).searchParams.get("key");
  const key = draft?.key ?? (asked && isId(asked) ? asked : null);
  return { personId: actor.userId, key, title: draft?.typed.title };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readAsCreator(args, schema);
  const { key } = pressed(form, "Your draft wasn't discarded", goBackAndRetry);
  if (key && !(await discardBrief(actor, key)) && (await findBrief(actor)))
    return redirect(paths.projectBrief(), 303);
  return redirectWithFlash(paths.projectBrief(), { title: "Draft discarded" });
}

export default function DiscardDraft() {
  const { personId, key, title } = useLoaderData<typeof loader>();
  return (
    <div className="narrow stack">
      <h1>Discard your draft?</h1>
      <Section>
        <p>
          {title ? `“${title}”` : "Your brief"} hasn't been posted. You'll lose everything you wrote in all
          three steps and the references you added. You can't undo this.
        </p>
        <div className="row">
          <Form onSubmit={() => writeLocal(`brief-${personId}`, undefined)}>
            {key && <input type="hidden" name="key" value={key} />}
            <SubmitButton kind="danger" pending="Discarding...">
              Discard draft
            </SubmitButton>
          </Form>
          <ButtonLink kind="secondary" to={paths.projectBrief()}>
            Keep draft
          </ButtonLink>
        </div>
      </Section>
    </div>
  );
}
