import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { adminPaths } from "~/admin-paths";
import { notDone } from "~/failure-words";
import type { Admin } from "~/features/accounts/actor";
import { suspensionLifted, suspensionRefusals } from "~/features/accounts/suspension";
import { listActsOf } from "~/features/admin/acts.server";
import {
  PersonActForms,
  PersonActs,
  PersonFactsCard,
  PersonLedger,
  PersonMails,
  PersonReports,
} from "~/features/admin/components/person";
import { personActSchema } from "~/features/admin/people.schema";
import {
  confirmMailByAdmin,
  dropFactorByAdmin,
  findPerson,
  liftByAdmin,
  renameByAdmin,
  signOutPerson,
  suspendByAdmin,
} from "~/features/admin/person.server";
import { listReportsOf } from "~/features/moderation/reporting.server";
import { listMailsTo } from "~/features/notifications/unsent-mails.server";
import { listUses } from "~/features/plans/uses.server";
import { notFound } from "~/http/form.server";
import {
  idParam,
  keepWritten,
  keptFormOf,
  readAsAdmin,
  redirectWithFlash,
  requireAdmin,
  requireRecentProof,
} from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { failurePage, pageTitle } from "~/shell/page";
import { headingFace } from "~/ui/heading-face";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/parts";

export const meta = pageTitle<typeof loader>(({ person }) => person.name);

export const handle: RouteHandle = { formFailure: notDone("Nothing changed.") };

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const personId = idParam(args, "personId");
  const query = new URL(args.request.url).searchParams;
  const [ledgerAfter, mailsAfter] = [query.get("ledger"), query.get("mails")];
  const [person, ledger, mails, reports, acts] = await Promise.all([
    findPerson(personId),
    listUses({ userId: personId }, ledgerAfter),
    listMailsTo(personId, mailsAfter),
    listReportsOf(admin, personId),
    listActsOf(admin, personId),
  ]);
  if (!person) throw notFound();
  return {
    person,
    ledger,
    mails,
    reports,
    acts,
    ledgerAfter,
    mailsAfter,
    isOwn: personId === admin.userId,
    kept: await keptFormOf(args, admin),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor: admin, form } = await readAsAdmin(args, personActSchema);
  const personId = idParam(args, "personId");
  if (!(await findPerson(personId))) throw notFound();
  if (!form.ok) return form.reply;
  if (["suspend", "drop-factor", "rename"].includes(form.value.act)) await requireRecentProof(args, admin);
  const done = await act(admin, personId, form.value);
  const here = adminPaths.person(personId);
  if (done.ok) return redirectWithFlash(here, doneWords[form.value.act]);
  const said = { title: "Nothing changed", text: refusals[done.refused] };
  keepWritten(args, said);
  return redirectWithFlash(here, { ...said, tone: "destructive" });
}

function act(admin: Admin, personId: string, form: z.output<typeof personActSchema>) {
  switch (form.act) {
    case "sign-out":
      return signOutPerson(admin, personId);
    case "suspend":
      return suspendByAdmin(admin, personId, form);
    case "lift":
      return liftByAdmin(admin, personId);
    case "confirm-mail":
      return confirmMailByAdmin(admin, personId);
    case "drop-factor":
      return dropFactorByAdmin(admin, personId, form);
    case "rename":
      return renameByAdmin(admin, personId, form);
  }
}

const doneWords = {
  "sign-out": { title: "Signed out everywhere", text: "We ended all their sessions." },
  suspend: { title: "Suspended", text: "They're signed out everywhere and will see why when they sign in." },
  lift: suspensionLifted,
  "confirm-mail": { title: "Link sent", text: "Earlier links still work." },
  "drop-factor": { title: "Two-step verification turned off", text: "We've let them know by email." },
  rename: { title: "Name changed", text: "We've emailed them the reason." },
};

const refusals = {
  yourself: "This is your own account. Use your settings instead.",
  admin: "You can't suspend an admin.",
  ...suspensionRefusals,
  same: "That's already their name.",
  confirmed: "Their email address is already confirmed.",
  "too-many": "They've been sent five links today. Please try again tomorrow.",
  "another-admin":
    "To turn off an admin's two-step verification, use the command line: npm run admin -- drop-factor <email>",
  off: "Their two-step verification is already off.",
  changed: "Their name changed after you opened this page.",
};

export default function Person() {
  const { person, ledger, mails, reports, acts, ledgerAfter, mailsAfter, isOwn, kept } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result ?? kept;
  const query = { ledger: ledgerAfter ?? undefined, mails: mailsAfter ?? undefined };
  const to = (more: Partial<typeof query>) => adminPaths.person(person.id, { ...query, ...more });
  return (
    <div className="stack">
      <p>
        <Link to={adminPaths.allPeople()} className="link">
          <Icon name="arrow-left" /> All people
        </Link>
      </p>
      <h1 className={headingFace(person.name)}>{person.name}</h1>
      <div className="sections person-admin">
        <PersonFactsCard person={person} />
        {!isOwn && <PersonActForms person={person} result={result} />}
        <PersonReports reports={reports} />
        <PersonMails
          mails={mails.mails}
          first={mailsAfter ? to({ mails: undefined }) : undefined}
          next={mails.next ? to({ mails: mails.next }) : undefined}
        />
        <PersonLedger
          lines={ledger.lines}
          first={ledgerAfter ? to({ ledger: undefined }) : undefined}
          next={ledger.next ? to({ ledger: ledger.next }) : undefined}
        />
        <PersonActs personId={person.id} acts={acts} />
      </div>
    </div>
  );
}

export const ErrorBoundary = failurePage("We couldn't load this person");
