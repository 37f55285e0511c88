import { expect, test } from "vitest";
import type { Refusal } from "~/http/form.server";
import { FormMarkContext, FormTokenContext } from "~/ui/form";
import { outline } from "../../tests/support/outline";
import { render } from "../../tests/support/rendering";
import {
  errorTitle,
  FailureContext,
  failurePage,
  PageFailure,
  pageTitle,
  stylesheetOf,
  withStyles,
} from "./page";

const response = (status: number, data: unknown = "") => ({ status, statusText: "", internal: false, data });
const refused = (refusal: Refusal) => response(400, refusal);
const member = { person: { isContributor: false } };

/** What the error page of /briefs?page=2 says. A member's page has a reference from the root's data. */
const shown = (error: unknown, root: object | null = null, given = {}, Failed = PageFailure) =>
  outline(
    <FormTokenContext.Provider value="t">
      <FormMarkContext.Provider value="m">
        <FailureContext.Provider value={{ reference: "given", databaseAway: false, ...given }}>
          <Failed />
        </FailureContext.Provider>
      </FormMarkContext.Provider>
    </FormTokenContext.Provider>,
    undefined,
    { at: "/briefs?page=2", data: root ? { root } : {}, error },
  ).filter((line) => !line.startsWith("link{"));

const home = "[Return to Home](/)";
const dashboard = "[Go to your dashboard](/dashboard)";
const retry = "[Try Again](/briefs?page=2)";
const reopen = "[Open the page again](/briefs?page=2)";
const token = "{type=hidden, name=_token, value=t}";
const own = `${token} {type=hidden, name=_account, value=m}`;
const written: [string, string][] = [["privateNote", "Call me."]];
const shownWritten = [
  "It wasn't sent. Here's what you wrote:",
  "Private note{name=privateNote, rows=2} Call me.",
];
const preserved = { action: "/briefs", fields: [["title", "A"]] as [string, string][] };
const failed = { title: "We couldn't save your brief", text: "Nothing changed." };

test.each<[string, string[], string[]]>([
  [
    "a page that failed can be tried again, and has a reference",
    shown(new Error("x")),
    [
      "Something went wrong",
      "The problem is on our end, and we've logged it. Please try again.",
      `${retry} ${home}`,
      "Reference: given",
    ],
  ],
  [
    "members can also go to their dashboard, and the root's reference comes first",
    shown(new Error("x"), { ...member, reference: "own" }),
    [
      "Something went wrong",
      "The problem is on our end, and we've logged it. Please try again.",
      `${retry} ${dashboard} ${home}`,
      "Reference: own",
    ],
  ],
  [
    "a page has its own words",
    shown(new Error("x"), null, {}, failurePage("We couldn't load your briefs", "Try later.")),
    ["We couldn't load your briefs", "Try later.", `${retry} ${home}`, "Reference: given"],
  ],
  [
    "a database that's away is said, and the form can be sent again",
    shown(new Error("x"), null, { databaseAway: true, preserved, reference: "" }, failurePage("Not this")),
    [
      "We'll be right back",
      "Our database isn't responding right now. Please try again in a few seconds.",
      `form{action=/briefs} ${own} {type=hidden, name=title, value=A} [Try Again]`,
      home,
    ],
  ],
  [
    "a page isn't found",
    shown(response(404)),
    ["Page not found", "This page doesn't exist, or you don't have access to it.", home, "Reference: given"],
  ],
  [
    "a page isn't found, and a form to it wasn't sent",
    shown(refused({ kind: "not-found", written }), { ...member, reference: "" }),
    [
      "Page not found",
      "This page doesn't exist, or you don't have access to it.",
      ...shownWritten,
      `${dashboard} ${home}`,
    ],
  ],
  [
    "any other response",
    shown(response(405)),
    ["That didn't work", "Go back and try again.", `${reopen} ${home}`, "Reference: given"],
  ],
  [
    "a page is for others",
    shown(refused({ kind: "forbidden", text: "It's theirs.", written })),
    ["You don't have access to this page", "It's theirs.", ...shownWritten, home],
  ],
  [
    "a page is for admins",
    shown(refused({ kind: "admins-only", written })),
    [
      "Access Denied",
      "You do not have permission to access this page.",
      "This page is restricted to administrators only.",
      ...shownWritten,
      "[Back to Dashboard](/dashboard)",
    ],
  ],
  [
    "a form is wrong",
    shown(refused({ kind: "bad-request", title: "Too many", text: "Wait.", written })),
    ["Too many", "Wait.", ...shownWritten, `${reopen} ${home}`, "Reference: given"],
  ],
  [
    "a page won't work again",
    shown(response(410, { kind: "bad-request", title: "Too late", text: "It's over." })),
    ["Too late", "It's over.", home, "Reference: given"],
  ],
  [
    "an action failed, and its form can't be sent again",
    shown(refused({ kind: "failed", ...failed, preserved: null })),
    [failed.title, failed.text, `${retry} ${home}`, "Reference: given"],
  ],
  [
    "an action failed, and its form can be sent again",
    shown(refused({ kind: "failed", ...failed, preserved })),
    [
      failed.title,
      failed.text,
      `form{action=/briefs} ${own} {type=hidden, name=title, value=A} [Try Again]`,
      home,
      "Reference: given",
    ],
  ],
  [
    "a warning comes first",
    shown(refused({ kind: "warned", ...preserved })),
    [
      "You have a warning to read",
      "Please read it before you continue. It opens in a new tab. Nothing was saved, so come back here afterward and send this again.",
      "[Read the warning](/warning){target=_blank}",
      `form{action=/briefs} ${own} {type=hidden, name=title, value=A} [Send again]`,
    ],
  ],
])("%s", (_, page, expected) => {
  expect(page).toEqual(expected);
});

const unsent = { path: "/briefs", fields: written, shown: ["privateNote"], hadFile: false, mark: "theirs" };
const theirs = `${token} {type=hidden, name=_account, value=theirs}`;
const again = [
  `form{action=/briefs} ${theirs}`,
  "Private note{name=privateNote, rows=2} Call me.",
  "[Send again]",
];
const ended = { kind: "signed-out", unsent: null, isSignedIn: false, isKept: false } as const;
const signedOut = (change: object) => shown(refused({ ...ended, ...change }));

test("a form that arrives after its session ended can be sent after signing in", () => {
  expect(signedOut({})).toEqual([
    "You're signed out",
    "Your session has ended, so nothing was sent.",
    "[Sign in](/login)",
  ]);
  expect(signedOut({ unsent: { ...unsent, hadFile: true }, isKept: true })).toEqual([
    "You're signed out",
    "Your session has ended, so nothing was sent. What you wrote is below. We'll keep it for a day for the account that wrote it. Sign in, and you'll find it filled in. Your file wasn't kept, so please add it again.",
    "[Sign in](/login?redirectTo=%2Funsent)",
    `form{action=/briefs} ${theirs} {type=hidden, name=_again, value=1}`,
    ...again.slice(1),
  ]);
});

test("a form of another account can be sent after switching accounts", () => {
  const signOut = `form{action=/logout} ${own} [Sign out]`;
  expect(signedOut({ isSignedIn: true })).toEqual([
    "You're signed in to another account",
    "This page belonged to another account, so nothing was sent. To send it, sign out and sign in to that account.",
    signOut,
  ]);
  expect(signedOut({ isSignedIn: true, isKept: true, unsent }).slice(1, 4)).toEqual([
    "This page belonged to another account, so nothing was sent. What you wrote is below. We'll keep it for a day for the account that wrote it. To send it, sign out and sign in to that account.",
    signOut,
    `form{action=/briefs} ${theirs} {type=hidden, name=_again, value=1}`,
  ]);
});

test("a form that's too large can be shortened, if we read it", () => {
  const tooLarge = (form: typeof unsent | null) =>
    shown(refused({ kind: "too-large", title: "That's too large", text: "Shorten it.", unsent: form }));
  expect(tooLarge(null)).toEqual([
    ...["That's too large", "Shorten it.", `${retry} ${home}`, "Reference: given"],
  ]);
  expect(tooLarge(unsent)).toEqual(["That's too large", "Shorten it.", ...again]);
  expect(tooLarge({ ...unsent, hadFile: true })[1]).toBe(
    "Shorten it. Your file wasn't kept, so go to the page and add it again.",
  );
});

test("a long form is sent again as parts, which take less than percent-encoding", () => {
  const form = (length: number) =>
    shown(
      refused({
        kind: "warned",
        action: "/",
        fields: [
          ["a", "x".repeat(length - 5)],
          ["b", "12345"],
        ],
      }),
    ).at(-1);
  expect(form(6_000)).toMatch(/^form\{action=\/\}/);
  expect(form(6_001)).toMatch(/^form\{action=\/, encType=multipart\/form-data\}/);
});

test.each<[unknown, string, string, string]>([
  [undefined, "Something went wrong", "Brief A", "Briefs"],
  [new Error("x"), "Something went wrong", "Something went wrong", "Briefs"],
  [response(404), "Page not found", "Page not found", "Page not found"],
  [response(500), "That didn't work", "That didn't work", "Briefs"],
  [refused({ kind: "not-found" }), "Page not found", "Page not found", "Briefs"],
  [
    refused({ kind: "forbidden", text: "" }),
    "You don't have access to this page",
    "You don't have access to this page",
    "Briefs",
  ],
  [refused({ kind: "admins-only" }), "Access Denied", "Access Denied", "Access Denied"],
  [refused({ kind: "bad-request", title: "Too many", text: "" }), "Too many", "Too many", "Briefs"],
  [
    refused({ kind: "warned", ...preserved }),
    "You have a warning to read",
    "You have a warning to read",
    "Briefs",
  ],
  [refused(ended), "You're signed out", "You're signed out", "Briefs"],
  [
    refused({ ...ended, isSignedIn: true }),
    "You're signed in to another account",
    "You're signed in to another account",
    "Briefs",
  ],
])("the title of a page that failed with %o", (error, alone, fromData, fixed) => {
  const args = { data: error ? undefined : { name: "A" }, error } as never;
  expect(errorTitle(error)).toBe(alone);
  expect(pageTitle<() => { name: string }>(({ name }) => `Brief ${name}`)(args)).toEqual([
    { title: `${fromData} · Matchcut` },
  ]);
  expect(pageTitle("Briefs")(args)).toEqual([{ title: `${fixed} · Matchcut` }]);
});

test("a page's own stylesheets are in its handle and its links", () => {
  expect(withStyles("/a.css", { script: false })).toMatchObject({
    handle: { styles: "/a.css", script: false },
  });
  expect(withStyles("/a.css").links()).toEqual([{ rel: "stylesheet", href: "/a.css" }]);
  expect(withStyles({ guest: "/g.css", deck: "/d.css", other: "/o.css" }).links()).toEqual([
    { rel: "stylesheet", href: "/d.css" },
    { rel: "stylesheet", href: "/o.css" },
  ]);
  const styles = { deck: "/d.css", other: "/o.css" };
  const sheet = (data: unknown, outer: unknown = { styles: "/a.css" }) =>
    stylesheetOf([
      { handle: outer, data: null },
      { handle: { styles }, data },
      { handle: undefined, data: null },
    ]);
  expect([sheet({ view: "deck" }), sheet({ view: "gate" }), sheet({}), sheet(undefined)]).toEqual([
    ...["/d.css", "/o.css", "/o.css", "/o.css"],
  ]);
  expect(
    stylesheetOf([
      { handle: { styles: "/a.css" }, data: null },
      { handle: {}, data: null },
    ]),
  ).toBe("/a.css");
  expect(stylesheetOf([{ handle: {}, data: null }])).toBeUndefined();
});

test.each<[string, unknown, object | null, string[]]>([
  ["a guest whose page failed", new Error("x"), null, ["primary Try Again", "secondary Return to Home"]],
  [
    "a member whose page failed",
    new Error("x"),
    member,
    ["primary Try Again", "secondary Go to your dashboard", "quiet Return to Home"],
  ],
  ["a guest whose page isn't found", response(404), null, ["primary Return to Home"]],
  [
    "a member whose page isn't found",
    response(404),
    member,
    ["primary Go to your dashboard", "secondary Return to Home"],
  ],
])("one way stands out for %s", (_, error, root, expected) => {
  const { html } = render(<PageFailure />, undefined, { data: root ? { root } : {}, error });
  const buttons = [...html.matchAll(/btn-(\w+)[^>]*>([^<]+)/g)];
  expect(buttons.map(([, kind, words]) => `${kind} ${words}`)).toEqual(expected);
});
