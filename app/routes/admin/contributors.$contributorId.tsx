import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ReviewForms } from "~/features/profiles/components/review-forms";
import { VettingFacts } from "~/features/profiles/components/vetting-facts";
import { findVetting } from "~/features/profiles/reviewing.server";
import { reviewSchema } from "~/features/profiles/vetting.schema";
import { approveContributor, rejectContributor } from "~/features/profiles/vetting.server";
import { redirectWithFlash } from "~/http/flash.server";
import { requireAdmin } from "~/http/guards.server";
import { readForm } from "~/http/read-form.server";
import { notFound } from "~/http/refusals.server";
import { paths } from "~/paths";
import { Card } from "~/ui/card";
import { ErrorSummary } from "~/ui/error-summary";
import { Link } from "~/ui/link";

export const meta: MetaFunction = () => [{ title: "Review a contributor · Matchcut" }];

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const person = await findVetting(admin, contributorIdOf(args));
  if (!person) throw notFound();
  return { person };
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requireAdmin(args);
  const contributorId = contributorIdOf(args);
  const form = await readForm(args, reviewSchema);
  if (!form.ok) return form.reply;
  const approving = form.value.decision === "approve";
  const done =
    form.value.decision === "approve"
      ? await approveContributor(admin, contributorId)
      : await rejectContributor(admin, contributorId, form.value);
  if (done.ok) {
    return redirectWithFlash(paths.dashboard(), {
      title: approving ? "Contributor approved" : "Contributor rejected",
      text: "They are told by mail and on their dashboard.",
    });
  }
  if (done.refused === "not-admin" || !(await findVetting(admin, contributorId))) throw notFound();
  return redirectWithFlash(paths.dashboard(), {
    title: "Failed to update contributor status",
    text: "Another admin has already reviewed this contributor.",
    tone: "destructive",
  });
}

/** What is no id is nobody's. */
function contributorIdOf({ params }: LoaderFunctionArgs | ActionFunctionArgs): string {
  const id = z.uuid().safeParse(params.contributorId);
  if (!id.success) throw notFound();
  return id.data;
}

export default function ReviewContributor() {
  const { person } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const errors = Object.values(result?.error ?? {}).flatMap((messages) => messages ?? []);
  const reason = result?.initialValue?.reason;
  return (
    <div className="narrow stack">
      <h1>Review a contributor</h1>
      <ErrorSummary errors={errors.map((message) => ({ id: `reason-${person.contributorId}`, message }))} />
      <Card>
        <VettingFacts person={person} />
        {person.status === "pending" && (
          <ReviewForms
            contributorId={person.contributorId}
            name={person.name}
            rejection={result && { reason: typeof reason === "string" ? reason : undefined, error: errors }}
          />
        )}
      </Card>
      <p>
        <Link to={paths.dashboard()}>Back to the dashboard</Link>
      </p>
    </div>
  );
}
