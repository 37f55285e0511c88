import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { blockPerson, findPersonToBlock } from "~/features/moderation/blocking.server";
import { buttonSchema } from "~/fields.schema";
import { notFound, orNotFound } from "~/http/form.server";
import { idParam, limitActs, readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { parseId } from "~/ids";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { Form } from "~/ui/form";
import { ButtonLink, Section, SubmitButton } from "~/ui/parts";

export const meta = pageTitle<typeof loader>((data) => `Block ${data.person.name}`);

export const handle: RouteHandle = { pageFailure: "We couldn't block this person" };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const person = orNotFound(await findPersonToBlock(actor, idParam(args, "profileId")));
  if (person.isBlocked) throw redirect(paths.blocked());
  return { person, from: parseId(new URL(args.request.url).searchParams.get("from")) };
}

export async function action(args: ActionFunctionArgs) {
  const { actor } = await readSignedIn(args, buttonSchema);
  await limitActs(args, actor, "block");
  const done = await blockPerson(actor, idParam(args, "profileId"));
  if (!done.ok) throw notFound();
  return redirectWithFlash(paths.blocked(), {
    title: "Person blocked",
    text: "You won't see each other anymore.",
  });
}

export default function BlockPerson() {
  const { person, from } = useLoaderData<typeof loader>();
  return (
    <div className="narrow stack">
      <h1>Block {person.name}?</h1>
      <Section>
        <p>
          You won't see each other in Discover, search or matches anymore, and you can't open each other's
          profiles. Your conversation disappears for both of you. We won't tell {person.name}.
        </p>
        <p>Groups you're both in stay as they are. If you don't want to see them there, leave the group.</p>
        <p>
          You can unblock {person.name} in Settings, and everything comes back. The one exception: group
          invitations from {person.name} that you haven't accepted are declined permanently.
        </p>
        <Form action={paths.blockPerson(person.personId)} className="row">
          <SubmitButton kind="danger" pending="Blocking...">
            Block {person.name}
          </SubmitButton>
          <ButtonLink kind="secondary" to={from ? paths.conversation(from) : paths.profile(person.personId)}>
            Cancel
          </ButtonLink>
        </Form>
      </Section>
    </div>
  );
}
