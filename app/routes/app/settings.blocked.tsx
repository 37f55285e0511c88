import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listBlocked, unblockPerson } from "~/features/moderation/blocking.server";
import { unblockSchema } from "~/features/moderation/moderation.schema";
import { pressed } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-handle";
import { paths } from "~/paths";
import { SettingsPage } from "~/shell/settings-page";
import { Form } from "~/ui/form";
import { Card, EmptyState, Pager, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta: MetaFunction = () => [{ title: "People you blocked · Matchcut" }];

export const handle: RouteFailure = {
  failure: { page: "Failed to unblock this person" },
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const after = new URL(args.request.url).searchParams.get("after");
  return { ...(await listBlocked(actor, after)), isFirst: !after };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, unblockSchema);
  const { personId } = pressed(form);
  await unblockPerson(actor, personId);
  return redirectWithFlash(paths.blocked(), { title: "Person unblocked" });
}

export default function Blocked() {
  const { people, next, isFirst } = useLoaderData<typeof loader>();
  return (
    <SettingsPage current={paths.blocked()} title="People you blocked">
      {people.length === 0 && isFirst && (
        <EmptyState title="Nobody">
          You can block somebody from their profile or from a conversation.
        </EmptyState>
      )}
      {people.map((person) => (
        <Card key={person.personId}>
          <p>
            <strong>{person.name}</strong>{" "}
            <span className="muted">
              since <Time at={person.since} as="date" />
            </span>
          </p>
          <Form action={paths.blocked()}>
            <input type="hidden" name="personId" value={person.personId} />
            <SubmitButton kind="secondary" small pending="Unblocking...">
              Unblock<span className="visually-hidden"> {person.name}</span>
            </SubmitButton>
          </Form>
        </Card>
      ))}
      <Pager
        label="More people"
        first={isFirst ? undefined : paths.blocked()}
        next={next ? paths.blocked({ after: next }) : undefined}
      />
    </SettingsPage>
  );
}
