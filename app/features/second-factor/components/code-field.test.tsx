import { expect, test } from "vitest";
import { outline } from "../../../../tests/support/outline";
import { CodeField } from "./code-field";
import { ConfirmAddressFirst } from "./confirm-address-first";

test("a code is typed with digits, but a recovery code needs letters", () => {
  const field = { id: "form-code", name: "code", errors: ["That code didn't match."] };
  expect(outline(<CodeField field={field} hint="Six digits." />)).toEqual([
    "Code",
    "Six digits.",
    "{type=text, name=code, aria-invalid=true, inputMode=numeric, autoComplete=one-time-code, autoCapitalize=none, spellcheck=false, required, maxLength=64}",
    "That code didn't match.",
  ]);
  const taking = <CodeField field={field} label="Code or recovery code" takesRecovery />;
  expect(outline(taking)).toEqual([
    "Code or recovery code{type=text, name=code, aria-invalid=true, inputMode=text, autoComplete=one-time-code, autoCapitalize=none, spellcheck=false, required, maxLength=64}",
    "That code didn't match.",
  ]);
});

test("before the address is confirmed, the page offers to confirm it", () => {
  expect(outline(<ConfirmAddressFirst />)).toEqual([
    "Confirm your email address first. You can add a new way to sign in once we know it's yours.",
    "[Confirm your address](/settings/confirm)",
  ]);
});
