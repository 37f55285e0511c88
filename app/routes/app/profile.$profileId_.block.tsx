import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { blockPerson, findPersonToBlock } from "~/features/moderation/blocking.server";
import { found, notFound } from "~/http/form.server";
import { idParam, readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-handle";
import { parseId } from "~/ids";
import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { ButtonLink, Card, SubmitButton } from "~/ui/parts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Block ${data.person.name}` : "Page not found"} · Matchcut` },
];

export const handle: RouteFailure = {
  failure: { page: "Failed to block this person" },
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const person = found(await findPersonToBlock(actor, idParam(args, "profileId")));
  if (person.isBlocked) throw redirect(paths.blocked());
  return { person, from: parseId(new URL(args.request.url).searchParams.get("from")) };
}

export async function action(args: ActionFunctionArgs) {
  const { actor } = await readSignedIn(args, z.object({}));
  const done = await blockPerson(actor, idParam(args, "profileId"));
  if (!done.ok) throw notFound();
  return redirectWithFlash(paths.blocked(), {
    title: "Person blocked",
    text: "You no longer see one another.",
  });
}

export default function BlockPerson() {
  const { person, from } = useLoaderData<typeof loader>();
  return (
    <div className="narrow stack">
      <h1>Block {person.name}?</h1>
      <Card>
        <p>
          You will no longer see one another: not in Discover, search or matches, not as a profile, and your
          conversation disappears from both your lists. {person.name} is not notified.
        </p>
        <p>A group that you are both in stays as it is: leave it, too, if you do not want to meet there.</p>
        <p>
          You can undo this under Settings, which restores everything as it was, but for invitations to groups
          from {person.name} that you have not accepted: they are declined for good.
        </p>
        <div className="row">
          <Form action={paths.blockPerson(person.personId)}>
            <SubmitButton kind="danger" pending="Blocking...">
              Block {person.name}
            </SubmitButton>
          </Form>
          <ButtonLink kind="secondary" to={from ? paths.conversation(from) : paths.profile(person.personId)}>
            Cancel
          </ButtonLink>
        </div>
      </Card>
    </div>
  );
}
