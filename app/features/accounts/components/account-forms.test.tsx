import { expect, test } from "vitest";
import { changesBetween, outline } from "../../../../tests/support/outline";
import { commonZones } from "../common-zones";
import { PasswordField, UsernameField } from "./password-field";
import { SignInForm } from "./sign-in-form";
import { SignUpForm } from "./sign-up-form";
import { StayingPasskeys } from "./staying-passkeys";

const result = {
  initialValue: { fullName: "Rae", email: "rae@example.com", timeZone: "Europe/Berlin" },
  error: { fullName: ["Enter your name."], email: ["That address is taken."], password: ["Too short."] },
};

test("the sign-in form asks for an email and a password, or goes on with a passkey or a new password", () => {
  expect(outline(<SignInForm />)).toEqual([
    "form{action=/login}",
    "Email{type=email, name=email, autoComplete=email, required}",
    "Password{type=password, name=password, autoComplete=current-password, required, maxLength=200}",
    "[Sign In]{pending=Signing in...}",
    "[Forgot your password?](/recover) [Use a passkey](/login/passkey)",
  ]);
  expect(changesBetween(outline(<SignInForm />), outline(<SignInForm redirectTo="/matches" />))).toEqual([
    "- form{action=/login}",
    "- [Sign In]{pending=Signing in...}",
    "- [Forgot your password?](/recover) [Use a passkey](/login/passkey)",
    "+ form{action=/login?redirectTo=%2Fmatches}",
    "+ {type=hidden, name=redirectTo, value=/matches} [Sign In]{pending=Signing in...}",
    "+ [Forgot your password?](/recover) [Use a passkey](/login/passkey?redirectTo=%2Fmatches)",
  ]);
  expect(outline(<SignInForm fromOnboarding />)[0]).toEqual(
    "form{action=/login?fromOnboarding=1&tab=sign-in}",
  );
});

test("a rejected sign-in says why, and keeps the email", () => {
  const rejected = { ...result, error: { email: ["Check it."], "": ["That didn't match."] } };
  expect(changesBetween(outline(<SignInForm />), outline(<SignInForm result={rejected} />))).toEqual([
    "- Email{type=email, name=email, autoComplete=email, required}",
    "+ div{role=alert, tabindex=-1, autofocus}",
    "+ Sign in failed",
    "+ [That didn't match.](#sign-in-email)",
    "+ [Check it.](#sign-in-email)",
    "+ Email{type=email, name=email, aria-invalid=true, autoComplete=email, required, value=rae@example.com}",
    "+ Check it.",
  ]);
});

/** The select of hundreds of time zones is a line of its own. */
const zones = (line: string) => line.includes("name=timeZone");
const others = (line: string) => !zones(line);

test("each common time zone exists and names its cities", () => {
  for (const { value, label } of commonZones) {
    expect(() => new Intl.DateTimeFormat("en", { timeZone: value }), label).not.toThrow();
    expect(label, value).toMatch(/\p{L}/u);
  }
});

test("the sign-up form asks for a name, an email, a password and a time zone", () => {
  const lines = outline(<SignUpForm />);
  expect(lines.filter(others)).toEqual([
    "form{action=/login?tab=create}",
    "Full name{type=text, name=fullName, autoComplete=name, required}",
    "Email{type=email, name=email, autoComplete=email, required}",
    "Password",
    "At least 6 characters.",
    "{type=password, name=password, autoComplete=new-password, required, minLength=6, maxLength=200}",
    "By creating an account, you confirm that you're at least 18. Our [Terms of Service](/terms-of-service) and [Privacy Policy](/privacy-policy) apply.",
    "[Create Account]{pending=Creating account...}",
  ]);
  expect(lines.find(zones)?.slice(0, 60)).toEqual(
    "Time zone (optional){name=timeZone} [UTC, until you choose]{",
  );
  const changed = outline(<SignUpForm redirectTo="/matches" knownName="Rae" />);
  expect(changesBetween(lines, changed).filter(others)).toEqual([
    "- form{action=/login?tab=create}",
    "- Full name{type=text, name=fullName, autoComplete=name, required}",
    "+ form{action=/login?redirectTo=%2Fmatches&tab=create}",
    "+ Full name{type=text, name=fullName, autoComplete=name, required, value=Rae}",
    "+ {type=hidden, name=redirectTo, value=/matches}",
  ]);
  expect(outline(<SignUpForm fromOnboarding />)[0]).toEqual(
    "form{action=/login?tab=create&fromOnboarding=1}",
  );
});

test("a rejected sign-up links to its errors, and keeps the values and the time zone", () => {
  const lines = outline(<SignUpForm result={result} knownName="Cleo" />);
  expect(changesBetween(outline(<SignUpForm />), lines).filter(others)).toEqual([
    "- Full name{type=text, name=fullName, autoComplete=name, required}",
    "- Email{type=email, name=email, autoComplete=email, required}",
    "- {type=password, name=password, autoComplete=new-password, required, minLength=6, maxLength=200}",
    "+ div{role=alert, tabindex=-1, autofocus}",
    "+ Sign up failed",
    "+ [Enter your name.](#sign-up-fullName)",
    "+ [That address is taken.](#sign-up-email)",
    "+ [Too short.](#sign-up-password)",
    "+ Full name{type=text, name=fullName, aria-invalid=true, autoComplete=name, required, value=Rae}",
    "+ Enter your name.",
    "+ Email{type=email, name=email, aria-invalid=true, autoComplete=email, required, value=rae@example.com}",
    "+ That address is taken.",
    "+ {type=password, name=password, aria-invalid=true, autoComplete=new-password, required, minLength=6, maxLength=200}",
    "+ Too short.",
  ]);
  expect(lines.find(zones)).toContain("{value=Europe/Berlin, selected}");
});

test("a new password has a rule, before its hint", () => {
  const field = (props: { label?: string; isNew?: boolean; hint?: string }) =>
    outline(<PasswordField name="p" {...props} />);
  expect(field({ label: "Current password", hint: "To be safe." })).toEqual([
    "Current password",
    "To be safe.",
    "{type=password, name=p, autoComplete=current-password, required, maxLength=200}",
  ]);
  expect(field({ isNew: true, hint: "To be safe." })).toEqual([
    "Password",
    "At least 6 characters. To be safe.",
    "{type=password, name=p, autoComplete=new-password, required, minLength=6, maxLength=200}",
  ]);
  expect(field({ isNew: true })[1]).toEqual("At least 6 characters.");
});

test("a change of password names the passkeys that stay, and tells password managers whose password it is", () => {
  expect(outline(<StayingPasskeys names={[]} />)).toEqual([]);
  expect(outline(<StayingPasskeys names={["Phone", "Laptop"]} />)).toEqual([
    "These passkeys still sign you in without a password: Phone, Laptop. After you change your password, remove any you don't recognize under [Two-step verification](/settings/second-factor).",
  ]);
  expect(outline(<UsernameField email="rae@example.com" />)).toEqual([
    "{type=email, autoComplete=username, readonly, hidden, value=rae@example.com}",
  ]);
});
