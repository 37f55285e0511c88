import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { listSessions, revokeOtherSessions, revokeSession } from "~/features/accounts/sessions.server";
import { idField } from "~/fields.schema";
import { pressed } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import { ZoneNote } from "~/shell/zone-note";
import { Form } from "~/ui/form";
import { Badge, Section, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta = pageTitle("Where you're signed in");

const schema = z.object({ sessionId: idField("We can't find that session").optional() });

export const handle: RouteHandle = { pageFailure: "We couldn't sign that browser out" };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  return { sessions: await listSessions(actor) };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, schema);
  const { sessionId } = pressed(form);
  if (sessionId) await revokeSession(actor, sessionId);
  else await revokeOtherSessions(actor);
  return redirectWithFlash(paths.sessions(), { title: "Signed out" });
}

export default function Sessions() {
  const { sessions } = useLoaderData<typeof loader>();
  return (
    <SettingsPage current={paths.sessions()} title="Where you're signed in">
      <ZoneNote />
      {sessions.map((session) => (
        <Section key={session.id}>
          <p>
            <strong>{session.device}</strong> {session.current && <Badge tone="positive">This browser</Badge>}
            <br />
            <span className="hint">
              Signed in <Time at={session.startedAt} as="dateTime" />
              <br />
              Last used <Time at={session.lastSeenAt} as="dateTime" />
            </span>
          </p>
          {!session.current && (
            <Form>
              <input type="hidden" name="sessionId" value={session.id} />
              <SubmitButton kind="secondary" small pending="Signing out...">
                Sign out {session.device}
              </SubmitButton>
            </Form>
          )}
        </Section>
      ))}
      {sessions.length > 1 && (
        <Form>
          <SubmitButton kind="danger" pending="Signing out...">
            Sign out everywhere else
          </SubmitButton>
        </Form>
      )}
    </SettingsPage>
  );
}
