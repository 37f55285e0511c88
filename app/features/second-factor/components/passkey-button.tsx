import { useSubmit } from "@remix-run/react";
import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthn,
  startAuthentication,
} from "@simplewebauthn/browser";
import { type ReactNode, useState } from "react";
import { paths } from "~/paths";
import { Button } from "~/ui/button";
import { useHasScript } from "~/ui/has-script";

/** Asks the browser for a passkey, and posts what it proves to `action`. `withoutScript` stands there until there is. */
export function PasskeyButton({
  purpose,
  action,
  fields,
  kind = "primary",
  withoutScript = null,
}: {
  purpose: "sign-in" | "second-step" | "confirm";
  action: string;
  /** Posted with it. */
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
      refused: "Your browser gave no passkey. Please try again.",
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
  if (!browserSupportsWebAuthn()) return { refused: "This browser knows no passkeys." };
  const reply = await fetch(paths.passkeyChallenge(), {
    method: "POST",
    body: new URLSearchParams({ purpose }),
  });
  const { options, refused } = await reply.json();
  return options ? startAuthentication({ optionsJSON: options }) : { refused };
}
