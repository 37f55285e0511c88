import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listBlocked, unblockPerson } from "~/features/moderation/blocking.server";
import { unblockSchema } from "~/features/moderation/moderation.schema";
import { pressed } from "~/http/form.server";
import { limitActs, readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import { Form } from "~/ui/form";
import { EmptyState, NothingMore, Pager, Section, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta = pageTitle("Blocked people");

export const handle: RouteHandle = { pageFailure: "We couldn't unblock this person" };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const after = new URL(args.request.url).searchParams.get("after");
  return { ...(await listBlocked(actor, after)), isFirst: !after };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, unblockSchema);
  const { personId } = pressed(form);
  await limitActs(args, actor, "block");
  await unblockPerson(actor, personId);
  return redirectWithFlash(paths.blocked(), { title: "Person unblocked" });
}

export default function Blocked() {
  const { people, next, isFirst } = useLoaderData<typeof loader>();
  return (
    <SettingsPage current={paths.blocked()} title="Blocked people">
      {people.length === 0 &&
        (isFirst ? (
          <EmptyState title="You haven't blocked anyone">
            You can block someone on their profile or in a conversation.
          </EmptyState>
        ) : (
          <NothingMore />
        ))}
      {people.map((person) => (
        <Section key={person.personId}>
          <Form action={paths.blocked()} className="row justify-between">
            <p>
              <strong>{person.name}</strong>
              <br />
              <span className="hint">
                Blocked <Time at={person.since} as="inText" />
              </span>
            </p>{" "}
            <input type="hidden" name="personId" value={person.personId} />
            <SubmitButton kind="secondary" small pending="Unblocking...">
              Unblock<span className="visually-hidden"> {person.name}</span>
            </SubmitButton>
          </Form>
        </Section>
      ))}
      <Pager
        label="More people"
        first={isFirst ? undefined : paths.blocked()}
        next={next ? paths.blocked({ after: next }) : undefined}
      />
    </SettingsPage>
  );
}
