import { useSubmit } from "@remix-run/react";
import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { type ReactNode, useState } from "react";
import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { useHasScript } from "~/ui/has-script";
import { Button, ButtonLink, Section, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { PasskeyView } from "../passkeys.server";

/** Asks the browser for a passkey, and posts the result to `action`. `withoutScript` is shown until script runs. */
export function PasskeyButton({
  purpose,
  action,
  fields,
  kind = "primary",
  withoutScript = null,
}: {
  purpose: "sign-in" | "second-step" | "confirm";
  action: string;
  /** Posted along with the result. */
  fields?: Record<string, string>;
  kind?: "primary" | "secondary";
  withoutScript?: ReactNode;
}) {
  const hasScript = useHasScript();
  const submit = useSubmit();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState("");
  if (!hasScript) return withoutScript;

  async function ask() {
    if (isAsking) return;
    setAsking(true);
    setProblem("");
    const answer = await askBrowser(purpose).catch(() => ({
      refused: "We didn't get a passkey. Please try again.",
    }));
    if ("refused" in answer) setProblem(answer.refused);
    else submit({ ...fields, credential: JSON.stringify(answer) }, { method: "post", action });
    setAsking(false);
  }

  return (
    <div className="stack">
      <div>
        <Button type="button" kind={kind} aria-disabled={isAsking || undefined} onClick={ask}>
          Use a passkey
        </Button>
      </div>
      <p role="alert" className="error">
        {problem}
      </p>
    </div>
  );
}

async function askBrowser(purpose: string): Promise<AuthenticationResponseJSON | { refused: string }> {
  if (!browserSupportsWebAuthn()) return { refused: "This browser doesn't support passkeys." };
  const reply = await fetch(paths.passkeyChallenge(), {
    method: "POST",
    body: new URLSearchParams({ purpose }),
  });
  const { options, refused } = await reply.json();
  return options ? startAuthentication({ optionsJSON: options }) : { refused };
}

export function PasskeyList({ passkeys }: { passkeys: readonly PasskeyView[] }) {
  return (
    <Section title="Passkeys">
      <p>
        A passkey lives on your device or in your password manager. Unlock it with your fingerprint, face or
        PIN to sign in without a password or a code.
      </p>
      {passkeys.length > 0 && (
        <ul className="stack">
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <li key={id}>
              <Form action={paths.secondFactor()} className="row justify-between">
                <input type="hidden" name="intent" value="remove" />
                <input type="hidden" name="passkeyId" value={id} />
                <p>
                  <strong>{name}</strong>{" "}
                  <span className="muted">
                    Added <Time at={createdAt} as="inText" />,{" "}
                    {lastUsedAt ? (
                      <>
                        last used <Time at={lastUsedAt} as="inText" />
                      </>
                    ) : (
                      "not used yet"
                    )}
                  </span>
                </p>{" "}
                <SubmitButton kind="danger" small aria-label={`Remove ${name}`} pending="Removing...">
                  Remove
                </SubmitButton>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <ButtonLink kind="secondary" to={paths.addPasskey()}>
        Add a passkey
      </ButtonLink>
    </Section>
  );
}

export const passkeysNeedScript =
  "Passkeys need JavaScript. Codes from an authenticator app work without it.";

/** Has the browser create a passkey, and posts it. Needs script. */
export function PasskeyMaker({ options }: { options: object }) {
  const hasScript = useHasScript();
  const submit = useSubmit();
  const [problem, setProblem] = useState("");
  if (!hasScript) return <p className="notice">{passkeysNeedScript}</p>;

  async function make() {
    if (!browserSupportsWebAuthn()) return setProblem("This browser doesn't support passkeys.");
    setProblem("");
    try {
      const credential = await startRegistration({
        optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
      });
      submit(
        { intent: "finish", credential: JSON.stringify(credential) },
        { method: "post", action: paths.addPasskey() },
      );
    } catch (error) {
      const isKnown = error instanceof Error && error.name === "InvalidStateError";
      setProblem(
        isKnown
          ? "This device already has a passkey for your account."
          : "No passkey was created. Please try again.",
      );
    }
  }

  return (
    <div className="stack">
      <div>
        <Button type="button" onClick={make}>
          Create the passkey
        </Button>
      </div>
      <p role="alert" className="error">
        {problem}
      </p>
    </div>
  );
}
