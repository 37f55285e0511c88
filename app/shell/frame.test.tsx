import { expect, test } from "vitest";
import { changesBetween, outline } from "../../tests/support/outline";
import type { Place } from "../../tests/support/rendering";
import { Footer } from "./footer";
import { LimitDialog } from "./limit-dialog";
import { AppShell } from "./page-frame";
import { ChoicesPage } from "./settings-page";
import { ZoneNote } from "./zone-note";

const rae = { name: "Rae", avatarUrl: null, isAdmin: false };
const page = (person: typeof rae | null, place: Place = {}) =>
  outline(<AppShell person={person}>The page</AppShell>, undefined, place);
/** The links that a state changes. */
const changedLinks = (person: typeof rae | null, place: Place) => {
  const linksIn = (lines: string[]) => lines.join().match(/\[[^\]]*\]\([^)]*\)(\{[^}]*\})?/g) ?? [];
  return changesBetween(linksIn(page(person)), linksIn(page(person, place)));
};
const at = (path: string) => ({ at: path });

test("guests can look around, sign in, and get started", () => {
  expect(page(null)).toEqual([
    "[Skip to content](#main)",
    "[Matchcut](/){aria-label=Matchcut home} [Login](/login) [Get Started](/onboarding) [(Menu)]{type=button, popovertarget=menu}",
    "nav{aria-label=Main, popover=auto} [(Close menu)]{type=button, popovertarget=menu, popovertargetaction=hide} [Home](/){aria-current=page} [How it works](/how-it-works) [Contributors](/contributors) [Pricing](/pricing) [Login](/login)",
    "[Features](/features) [About](/about) [Blog](/blog) [FAQ](/faq) [Safety Center](/safety-center) [Contact](/contact)",
    "[Get Started](/onboarding)",
    "div{role=status}",
    "main{tabindex=-1} The page",
  ]);
});

test.each<[string, Place, string[]]>([
  [
    "the current page is marked",
    at("/pricing"),
    [
      "- [Home](/){aria-current=page}",
      "- [Pricing](/pricing)",
      "+ [Home](/)",
      "+ [Pricing](/pricing){aria-current=page}",
    ],
  ],
  [
    "signing in returns to a member's page",
    { at: "/projects?page=2", route: "routes/app/projects" },
    [
      "- [Login](/login)",
      "- [Home](/){aria-current=page}",
      "- [Login](/login)",
      "+ [Login](/login?redirectTo=%2Fprojects%3Fpage%3D2)",
      "+ [Home](/)",
      "+ [Login](/login?redirectTo=%2Fprojects%3Fpage%3D2)",
    ],
  ],
  [
    "the builder isn't such a page",
    { at: "/onboarding/role", route: "routes/app/onboarding.$step" },
    ["- [Home](/){aria-current=page}", "- [Login](/login)", "- [Get Started](/onboarding)", "+ [Home](/)"],
  ],
  [
    "it returns to the page that redirected here",
    at("/pricing?from=%2Fmatches"),
    [
      "- [Login](/login)",
      "- [Home](/){aria-current=page}",
      "- [Pricing](/pricing)",
      "- [Login](/login)",
      "+ [Login](/login?redirectTo=%2Fmatches)",
      "+ [Home](/)",
      "+ [Pricing](/pricing){aria-current=page}",
      "+ [Login](/login?redirectTo=%2Fmatches)",
    ],
  ],
  [
    "signing in is the current page",
    at("/login"),
    [
      "- [Login](/login)",
      "- [Home](/){aria-current=page}",
      "- [Login](/login)",
      "- [Get Started](/onboarding)",
      "+ [Home](/)",
      "+ [Login](/login){aria-current=page}",
    ],
  ],
])("of a guest's navigation: %s", (_, place, expected) => {
  expect(changedLinks(null, place)).toEqual(expected);
});

test.each(["/login", "/onboarding/role", "/recover", "/new-password"])(
  "%s doesn't offer to sign in twice",
  (path) => {
    const [, header] = page(null, at(path));
    expect(header).toBe("[Matchcut](/){aria-label=Matchcut home} [(Menu)]{type=button, popovertarget=menu}");
  },
);

test("members reach their pages, their notifications, and the rest from the menu", () => {
  expect(page(rae)).toEqual([
    "[Skip to content](#main)",
    "[Matchcut](/){aria-label=Matchcut home} [(Notifications)](/notifications) [(Menu)]{type=button, popovertarget=menu}",
    "nav{aria-label=Main, popover=auto} [(Close menu)]{type=button, popovertarget=menu, popovertargetaction=hide} [Discover](/discover) [Matches](/matches) [Messages](/messages) [Dashboard](/dashboard) [R Profile](/profile)",
    "[Projects](/projects) [Favorites](/saved) [Settings](/settings) [How it works](/how-it-works) [FAQ](/faq) [Safety Center](/safety-center) [Contact](/contact)",
    "form{action=/logout} [Sign out]",
    "div{role=status}",
    "main{tabindex=-1} The page",
    "nav{aria-label=Quick links} [Discover](/discover) [Matches](/matches) [Messages](/messages) [Dashboard](/dashboard) [Profile](/profile)",
  ]);
});

const root = (change: object) => ({ at: "/", data: { root: { unread: 0, notifications: 0, ...change } } });
const counts = (unread: number, notifications: number, likes: number, matches: number) =>
  root({ unread, notifications, waiting: { likes, matches } });

test.each<[string, Place, string[]]>([
  [
    "notifications are current",
    at("/notifications"),
    ["- [(Notifications)](/notifications)", "+ [(Notifications)](/notifications){aria-current=page}"],
  ],
  [
    "messages are current",
    at("/messages/c"),
    [
      "- [Messages](/messages)",
      "- [Messages](/messages)",
      "+ [Messages](/messages){aria-current=page}",
      "+ [Messages](/messages){aria-current=page}",
    ],
  ],
  [
    "contributors have work instead of favorites",
    root({ person: { isContributor: true } }),
    ["- [Favorites](/saved)", "+ [Your work](/profile/work)"],
  ],
  ["nothing waits", counts(0, 0, 0, 0), []],
  [
    "something waits",
    counts(1, 2, 3, 4),
    [
      "- [(Notifications)](/notifications)",
      "- [Discover](/discover)",
      "- [Matches](/matches)",
      "- [Messages](/messages)",
      "- [Discover](/discover)",
      "- [Matches](/matches)",
      "- [Messages](/messages)",
      "+ [(Notifications) 2( unread)](/notifications)",
      "+ [Discover 3( like you)](/discover)",
      "+ [Matches 4( new)](/matches)",
      "+ [Messages 1( unread)](/messages)",
      "+ [Discover 3( like you)](/discover)",
      "+ [Matches 4( new)](/matches)",
      "+ [Messages 1( unread)](/messages)",
    ],
  ],
  [
    "the most that's counted",
    counts(99, 99, 9, 9),
    [
      "- [(Notifications)](/notifications)",
      "- [Discover](/discover)",
      "- [Matches](/matches)",
      "- [Messages](/messages)",
      "- [Discover](/discover)",
      "- [Matches](/matches)",
      "- [Messages](/messages)",
      "+ [(Notifications) 99( unread)](/notifications)",
      "+ [Discover 9( like you)](/discover)",
      "+ [Matches 9( new)](/matches)",
      "+ [Messages 99( unread)](/messages)",
      "+ [Discover 9( like you)](/discover)",
      "+ [Matches 9( new)](/matches)",
      "+ [Messages 99( unread)](/messages)",
    ],
  ],
  [
    "more than that",
    counts(100, 100, 10, 10),
    [
      "- [(Notifications)](/notifications)",
      "- [Discover](/discover)",
      "- [Matches](/matches)",
      "- [Messages](/messages)",
      "- [Discover](/discover)",
      "- [Matches](/matches)",
      "- [Messages](/messages)",
      "+ [(Notifications) 99+( unread)](/notifications)",
      "+ [Discover 9+( like you)](/discover)",
      "+ [Matches 9+( new)](/matches)",
      "+ [Messages 99+( unread)](/messages)",
      "+ [Discover 9+( like you)](/discover)",
      "+ [Matches 9+( new)](/matches)",
      "+ [Messages 99+( unread)](/messages)",
    ],
  ],
])("of a member's navigation: %s", (_, place, expected) => {
  expect(changedLinks(rae, place)).toEqual(expected);
});

test("the admin area has a header of its own, only for admins", () => {
  const ada = { ...rae, isAdmin: true };
  expect(page(ada, at("/admin"))).toEqual([
    "[Skip to content](#main)",
    "[Matchcut](/){aria-label=Matchcut home} Admin [(Search people)](/admin/people) [Leave( the admin area)](/dashboard)",
    "div{role=status}",
    "main{tabindex=-1} The page",
  ]);
  expect(page(ada, at("/admin/reports"))).toEqual(page(ada, at("/admin")));
  expect(page(ada, at("/admins"))).toEqual(page(rae, at("/admins")));
  expect(page(rae, at("/admin"))).toEqual(page(rae));
});

test("the footer links to public pages", () => {
  expect(outline(<Footer />).slice(0, -1)).toEqual([
    "Matchcut",
    "Connecting creators with the perfect partners to bring their projects to life.",
    "nav{aria-label=Footer} [How it works](/how-it-works) [Contributors](/contributors) [Pricing](/pricing) [Features](/features) [About](/about) [Blog](/blog) [FAQ](/faq) [Safety Center](/safety-center) [Contact](/contact) [Careers](/careers) [Newsletter](/newsletter) [Terms of Service](/terms-of-service) [Privacy Policy](/privacy-policy)",
  ]);
  expect(outline(<Footer />).at(-1)).toBe(`© ${new Date().getFullYear()} Matchcut`);
});

test("at a limit, people can see prices and return to the same page, or go on", () => {
  const dialog = (closesInPage?: boolean) =>
    outline(
      <LimitDialog title="Limit Reached" closeTo="/messages/new?to=1" closesInPage={closesInPage}>
        Come back tomorrow.
      </LimitDialog>,
      undefined,
      at("/messages/new?to=1&sending=1"),
    );
  expect(dialog()).toEqual([
    "dialog{open, tabindex=-1}",
    "Limit Reached",
    "[(Close)](/messages/new?to=1)",
    "Come back tomorrow.",
    "[See Pricing Options](/pricing?from=%2Fmessages%2Fnew%3Fto%3D1) [Continue with Limitations](/messages/new?to=1)",
  ]);
  expect(changesBetween(dialog(), dialog(true))).toEqual([
    "- [(Close)](/messages/new?to=1)",
    "- [See Pricing Options](/pricing?from=%2Fmessages%2Fnew%3Fto%3D1) [Continue with Limitations](/messages/new?to=1)",
    "+ [(Close)]",
    "+ [See Pricing Options](/pricing?from=%2Fmessages%2Fnew%3Fto%3D1)",
    "+ [Continue with Limitations]",
  ]);
});

test("a page of settings lists the others, and usage only for creators", () => {
  const settings = (place: Place = {}) =>
    outline(
      <ChoicesPage current="/settings/appearance" title="Appearance" below="See also">
        Choices
      </ChoicesPage>,
      undefined,
      place,
    );
  expect(settings()).toEqual([
    "[ All settings](/settings)",
    "nav{aria-label=Settings}",
    "Your account",
    "[Profile](/profile/edit) [Account](/settings/account) [Password](/settings/password) [Two-step verification](/settings/second-factor) [Sessions](/settings/sessions) [Your data](/settings/data)",
    "Preferences",
    "[Appearance](/settings/appearance){aria-current=page} [Time zone](/settings/time) [Notifications](/settings/notifications) [Saved searches](/settings/searches)",
    "Other people",
    "[Privacy](/settings/privacy) [Blocked](/settings/blocked)",
    "Plan",
    "[Billing](/settings/billing) [Usage](/settings/usage)",
    "Appearance",
    "form{action=/settings/appearance} Choices[Save]{pending=Saving...}",
    "See also",
  ]);
  expect(changesBetween(settings(), settings(root({ person: { isContributor: true } })))).toEqual([
    "- [Billing](/settings/billing) [Usage](/settings/usage)",
    "+ [Billing](/settings/billing)",
  ]);
  expect(settings(root({ person: null }))).toEqual(settings());
});

test("a page with times says that they're in UTC, until the zone is known", () => {
  const note = (place?: Place) => outline(<ZoneNote />, undefined, place);
  expect(note()).toEqual(["Times are in UTC. [Set your time zone](/settings/time)"]);
  expect(note(root({}))).toEqual(note());
  expect(note(root({ timeZone: "UTC" }))).toEqual([]);
});
