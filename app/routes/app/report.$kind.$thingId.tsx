import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone, retryText } from "~/failure-words";
import { ReportForm } from "~/features/moderation/components/report-form";
import type { ThingRef } from "~/features/moderation/finding-reportable.server";
import { reportSchema } from "~/features/moderation/moderation.schema";
import { thingKinds, thingWords } from "~/features/moderation/report";
import { findReportForm, reportThing } from "~/features/moderation/reporting.server";
import { notFound, orNotFound, readForm } from "~/http/form.server";
import { allowAnyone, idParam, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { hasSessionCookie } from "~/http/session.server";
import { parseCount, parseId } from "~/ids";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";

export const meta = pageTitle<typeof loader>(({ thing }) =>
  [`Report this ${thingWords[thing.kind]}`, thing.title].filter(Boolean).join(": "),
);

export const handle: RouteHandle = { formFailure: notDone("Your report wasn't sent.") };

function refOf(args: LoaderFunctionArgs | ActionFunctionArgs): ThingRef {
  const kind = orNotFound(thingKinds.find((known) => known === args.params.kind));
  const query = new URL(args.request.url).searchParams;
  return {
    kind,
    id: idParam(args, "thingId"),
    seq: parseCount(query.get("seq")),
    by: parseId(query.get("by")),
  };
}

const canGuestsSee = ({ kind }: ThingRef) => kind === "profile" || kind === "sample";

export async function loader(args: LoaderFunctionArgs) {
  const anyone = await allowAnyone(args);
  const ref = refOf(args);
  const actor = anyone ?? (canGuestsSee(ref) ? null : await requireSignIn(args));
  const thing = orNotFound(await findReportForm(actor, ref));
  return { thing, ref, isGuest: actor === null };
}

export async function action(args: ActionFunctionArgs) {
  const anyone = await allowAnyone(args);
  const ref = refOf(args);
  // Asks a member whose session has ended to sign in. As a guest, they wouldn't find out that it ended.
  const isGuest = canGuestsSee(ref) && !hasSessionCookie(args.request);
  const actor = anyone ?? (isGuest ? null : await requireSignIn(args, reportSchema));
  const form = await readForm(args, reportSchema);
  if (!form.ok) {
    if (!(await findReportForm(actor, ref))) throw notFound();
    return form.reply;
  }
  const { reason, details, block } = form.value;
  const done = await reportThing(actor, args.context.clientAddress, ref, {
    reason,
    details,
    block: block === "on",
  });
  if (done.ok)
    return redirectWithFlash(paths.reported(), {
      title: "Report received",
      text: block && actor ? "You and this person won't see each other anymore." : undefined,
    });
  if (done.refused === "not-found") throw notFound();
  if (done.refused === "too-long")
    return form.refuse({
      details: ["This doesn't fit next to what you've already sent. Please shorten it."],
    });
  return form.refuse(`You've sent a lot of reports. Please try again ${retryText(done.waitSeconds)}.`, 429);
}

export default function ReportThing() {
  const { thing, ref, isGuest } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  return (
    <div className="narrow stack">
      <h1>Report this {thingWords[thing.kind]}</h1>
      {thing.title && (
        <p className="muted">
          <q>{thing.title}</q>
        </p>
      )}
      {thing.isReported && (
        <p className="notice" role="status">
          You've already reported this, and we're reviewing it. If there's more to say, we'll add it to your
          report.
        </p>
      )}
      <ReportForm
        action={paths.reportThing(ref.kind, ref.id, { seq: ref.seq ?? undefined, by: ref.by ?? undefined })}
        canBlock={!isGuest}
        result={result}
      />
    </div>
  );
}
