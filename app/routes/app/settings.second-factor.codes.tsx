import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openCodes } from "~/features/second-factor/codes.server";
import { buttonSchema } from "~/fields.schema";
import { forgetCookie, recoveryCodesCookie } from "~/http/cookies.server";
import { readForm } from "~/http/form.server";
import { redirectWithFlash, requireSignIn } from "~/http/route.server";
import { wayOn } from "~/http/safe-redirect";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import { Form } from "~/ui/form";
import { Section, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Recovery codes");

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const codes = openCodes(actor, await recoveryCodesCookie.parse(args.request.headers.get("Cookie")));
  if (!codes) throw redirect(paths.secondFactor());
  return { codes, redirectTo: wayOn(args.request) };
}

/** Deletes the cookie with the codes, so they aren't shown again. */
export async function action(args: ActionFunctionArgs) {
  await requireSignIn(args, buttonSchema);
  await readForm(args, buttonSchema);
  return redirectWithFlash(
    wayOn(args.request) ?? paths.secondFactor(),
    { title: "Keep your recovery codes safe" },
    [await forgetCookie(recoveryCodesCookie)],
  );
}

export default function RecoveryCodes() {
  const { codes, redirectTo } = useLoaderData<typeof loader>();
  return (
    <SettingsPage current={paths.secondFactor()} title="Your recovery codes">
      <Section>
        <p>
          If you lose your phone, use one of these with your password to sign in. Each works once.{" "}
          <strong>You won't see them again.</strong> Print this page, save the file or write them down.
        </p>
        <ol className="stack">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <p>
          <a href={paths.recoveryCodesFile()} download>
            Save them as a text file
          </a>
        </p>
        <Form action={paths.recoveryCodes({ redirectTo })}>
          <SubmitButton pending="One moment...">I've saved them</SubmitButton>
        </Form>
      </Section>
    </SettingsPage>
  );
}
