import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { adminPaths } from "~/admin-paths";
import type { Actor } from "~/features/accounts/actor";
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
import { adminsOnly, notFound, readForm } from "~/http/form.server";
import {
  idParam,
  keptFormOf,
  redirectWithFlash,
  requireAdmin,
  requireRecentProof,
} from "~/http/route.server";
import type { RouteFailure } from "~/http/route-handle";
import { PageFailure, pageTitle } from "~/shell/page";
import { Link } from "~/ui/parts";

export const meta = pageTitle("A person");

export const handle: RouteFailure = {
  failure: { form: ["Nothing was changed, through no fault of yours. Please try again."] },
};

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const personId = idParam(args, "personId");
  const query = new URL(args.request.url).searchParams;
  const [ledgerAfter, mailsAfter] = [query.get("ledger"), query.get("mails")];
  const [person, ledger, mails, reports, acts] = await Promise.all([
    findPerson(admin, personId),
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
  const admin = await requireAdmin(args, personActSchema);
  const personId = idParam(args, "personId");
  const form = await readForm(args, personActSchema);
  if (!(await findPerson(admin, personId))) throw notFound();
  if (!form.ok) return form.reply;
  if (["suspend", "drop-factor", "rename"].includes(form.value.act)) await requireRecentProof(args, admin);
  const done = await act(admin, personId, form.value);
  const here = adminPaths.person(personId);
  if (done.ok) return redirectWithFlash(here, doneWords[form.value.act]);
  if (done.refused === "not-admin") throw adminsOnly();
  if (done.refused === "not-found") throw notFound();
  const text = refusals[done.refused];
  return redirectWithFlash(here, { title: "Nothing was changed", text, tone: "destructive" });
}

function act(admin: Actor, personId: string, form: z.output<typeof personActSchema>) {
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
  "sign-out": { title: "Signed out everywhere", text: "All of their sessions have ended." },
  suspend: { title: "Suspended", text: "They are signed out everywhere, and read why at sign-in." },
  lift: { title: "Suspension lifted", text: "They can sign in again, and everything of theirs is back." },
  "confirm-mail": { title: "Link mailed", text: "The earlier ones stay valid." },
  "drop-factor": { title: "Second factor removed", text: "They have been told by email." },
  rename: { title: "Name changed", text: "They read why in an email." },
};

const refusals = {
  yourself: "This is your own account. Your settings have what you need.",
  admin: "Nobody with the admins' right can be suspended.",
  suspended: "They are suspended already, for as long or longer.",
  "not-suspended": "They are not suspended any more.",
  same: "That is their name already.",
  confirmed: "Their address is confirmed already.",
  "too-many": "They have got five links today. Please try again tomorrow.",
  "another-admin": "An admin's second factor is removed on the command line: npm run admin -- drop-factor.",
  off: "Their second factor is off already.",
  changed: "Their name has changed since you opened the page. This is the new one.",
};

export default function Person() {
  const { person, ledger, mails, reports, acts, ledgerAfter, mailsAfter, isOwn, kept } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result ?? kept;
  const query = { ledger: ledgerAfter ?? undefined, mails: mailsAfter ?? undefined };
  const to = (more: Partial<typeof query>) => adminPaths.person(person.id, { ...query, ...more });
  return (
    <div className="narrow stack">
      <h1>{person.name || "Without a name"}</h1>
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
      <p>
        <Link to={adminPaths.allPeople()}>All people</Link>
      </p>
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load this person" />;
}
