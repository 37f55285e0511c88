import { expect, test } from "vitest";
import { outline } from "../../../../tests/support/outline";
import { render } from "../../../../tests/support/rendering";
import { PasskeyButton, PasskeyList, PasskeyMaker } from "./passkeys";

const clock = { zone: "UTC", now: Date.UTC(2026, 10, 24, 12) };

test("the list says when each passkey was used, and one can be removed or added", () => {
  const laptop = {
    id: "l",
    name: "Laptop",
    createdAt: "2026-11-02T08:00:00Z",
    lastUsedAt: "2026-11-24T08:00:00Z",
  };
  const phone = { ...laptop, id: "p", name: "Phone", createdAt: "2026-11-23T08:00:00Z", lastUsedAt: null };
  const about =
    "A passkey lives on your device or in your password manager. Unlock it with your fingerprint, face or PIN to sign in without a password or a code.";
  const remove = (id: string) =>
    `form{action=/settings/second-factor} {type=hidden, name=intent, value=remove} {type=hidden, name=passkeyId, value=${id}}`;
  const add = "[Add a passkey](/settings/second-factor/passkeys)";
  expect(outline(<PasskeyList passkeys={[laptop, phone]} />, clock)).toEqual([
    ...["Passkeys", about, remove("l"), "Laptop Added Nov 2, last used today"],
    ...["[Remove]{pending=Removing..., aria-label=Remove Laptop}", remove("p")],
    ...["Phone Added yesterday, not used yet", "[Remove]{pending=Removing..., aria-label=Remove Phone}", add],
  ]);
  expect(outline(<PasskeyList passkeys={[]} />)).toEqual(["Passkeys", about, add]);
  // Screen readers would announce an empty list.
  expect(render(<PasskeyList passkeys={[]} />).html).not.toContain("<ul");
});

test("until script runs, there's only what works without it", () => {
  const button = (withoutScript?: string) =>
    outline(<PasskeyButton purpose="sign-in" action="/login" withoutScript={withoutScript} />);
  expect(button()).toEqual([]);
  expect(button("Type a code.")).toEqual(["Type a code."]);
  expect(outline(<PasskeyMaker options={{}} />)).toEqual([
    "Passkeys need JavaScript. Codes from an authenticator app work without it.",
  ]);
});
