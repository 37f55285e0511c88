import { paths } from "~/paths";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Form } from "~/ui/form";
import { Time } from "~/ui/time";
import type { PasskeyView } from "../passkeys.server";

/** The actor's, each with a button that removes it. */
export function PasskeyList({ passkeys }: { passkeys: readonly PasskeyView[] }) {
  return (
    <Card title="Passkeys">
      <p>
        A passkey is kept by your device or your password manager, and opened by your finger, your face or a
        PIN. It opens your account by itself, without your password, and takes the place of a code.
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
      <div>
        <ButtonLink kind="secondary" to={paths.addPasskey()}>
          Add a passkey
        </ButtonLink>
      </div>
    </Card>
  );
}
