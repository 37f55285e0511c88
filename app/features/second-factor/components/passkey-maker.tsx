import { useSubmit } from "@remix-run/react";
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from "@simplewebauthn/browser";
import { useState } from "react";
import { paths } from "~/paths";
import { Button } from "~/ui/button";
import { useHasScript } from "~/ui/has-script";

/** Lets the browser make a passkey, and posts it. Needs script. */
export function PasskeyMaker({ options }: { options: object }) {
  const hasScript = useHasScript();
  const submit = useSubmit();
  const [problem, setProblem] = useState("");
  if (!hasScript) return <p className="notice">This needs JavaScript. Codes of an app work without it.</p>;

  async function make() {
    if (!browserSupportsWebAuthn()) return setProblem("This browser knows no passkeys.");
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
          ? "This device has a passkey for your account already."
          : "Your browser made no passkey. Please try again.",
      );
    }
  }

  return (
    <div className="stack">
      <div>
        <Button type="button" onClick={make}>
          Make the passkey
        </Button>
      </div>
      <p role="alert" className="error">
        {problem}
      </p>
    </div>
  );
}
