import { useLocation, useMatches } from "@remix-run/react";
import { Fragment } from "react";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { Form } from "~/ui/form";
import { Icon, type IconName } from "~/ui/icon";
import { clearOnSignOut } from "~/ui/local-storage";
import { Button, Link } from "~/ui/parts";
import { useRootData } from "./root-data";
import { WaitingMark } from "./waiting-mark";

export type NavPerson = { name: string; avatarUrl: string | null };

// React 18 doesn't support these attributes in JSX.
const opensMenu = { popovertarget: "menu" };
const closesMenu = { popovertarget: "menu", popovertargetaction: "hide" };
const isPopover = { popover: "auto" };

/**
 * A row from 768 px up, and a full-screen overlay below that. The overlay is a native popover, which works without
 * script.
 */
export function MainNav({ signedIn, person }: { signedIn: boolean; person?: NavPerson | null }) {
  const entrance = useEntrance();
  return (
    <>
      {!signedIn && !isEntrance.test(entrance.pathname) && (
        <>
          <Link to={entrance.login} className="only-narrow link">
            Login
          </Link>{" "}
          <Link to={paths.onboarding()} className="only-narrow btn btn-secondary btn-small">
            Get Started
          </Link>{" "}
        </>
      )}
      <button type="button" className="icon-link menu-button" {...opensMenu}>
        <Icon name="menu" label="Menu" />
      </button>{" "}
      <nav id="menu" className="menu" aria-label="Main" {...isPopover}>
        <button type="button" className="icon-link menu-button" {...closesMenu}>
          <Icon name="close" label="Close menu" />
        </button>{" "}
        {signedIn ? <MemberLinks person={person} /> : <GuestLinks />}
      </nav>
    </>
  );
}

const publicPages = [
  { to: paths.home(), label: "Home" },
  { to: paths.howItWorks(), label: "How it works" },
  { to: paths.contributors(), label: "Contributors" },
  { to: paths.pricing(), label: "Pricing" },
];

/** Pages that ask people to sign in or sign up, so that their header doesn't have to. */
const isEntrance = /^\/(login|onboarding|recover|new-password)/;

/** The current path, and the link that signs in and returns to it. */
function useEntrance() {
  const { pathname, search } = useLocation();
  const isMembers = useMatches().some(({ id }) => /^routes\/app\/(?!onboarding)/.test(id));
  // The page that redirected the guest here, or a member's page, which asks guests to sign in.
  const from = new URLSearchParams(search).get("from") ?? (isMembers ? pathname + search : undefined);
  return { pathname, login: paths.login({ redirectTo: from }) };
}

/** Content pages contain no script, so links to them need a full load. */
function GuestLinks() {
  const { pathname, login } = useEntrance();
  const current = (path: string) => (pathname === path ? "page" : undefined);
  return (
    <>
      {publicPages.map(({ to, label }) => (
        <Fragment key={to}>
          <a href={to} aria-current={current(to)}>
            {label}
          </a>{" "}
        </Fragment>
      ))}
      <Link to={login} aria-current={current(paths.login())}>
        Login
      </Link>{" "}
      <MoreLinks links={morePages} />
      <Link to={paths.onboarding()} className="btn btn-secondary">
        Get Started
      </Link>{" "}
    </>
  );
}

type Links = readonly (readonly [label: string, to: string])[];

const helpPages: Links = [
  ["FAQ", paths.faq()],
  ["Safety Center", paths.safetyCenter()],
  ["Contact", paths.contact()],
];

/** Public pages that the header has no room for. */
export const morePages: Links = [
  ["Features", paths.features()],
  ["About", paths.about()],
  ["Blog", paths.blog()],
  ...helpPages,
];

/**
 * Shown below the overlay's main links. On wide screens, the footer, the dashboard and the profile link to these
 * pages.
 */
function MoreLinks({ links }: { links: Links }) {
  return (
    <p className="menu-more">
      {links.map(([label, to]) => (
        <Fragment key={to}>
          <a href={to}>{label}</a>{" "}
        </Fragment>
      ))}
    </p>
  );
}

function MemberLinks({ person }: { person?: NavPerson | null }) {
  const { pathname } = useLocation();
  const isContributor = useRootData()?.person?.isContributor ?? false;
  return (
    <>
      {memberNavigation.map((item) => (
        <Fragment key={item.to}>
          <Link to={item.to} aria-current={isCurrent(item, pathname) ? "page" : undefined}>
            {item.icon === "person" && person && (
              <Avatar name={person.name} src={person.avatarUrl} size="small" />
            )}
            {item.label}
            <WaitingMark icon={item.icon} />
          </Link>{" "}
        </Fragment>
      ))}
      <MoreLinks
        links={[
          ["Projects", paths.projects()],
          isContributor ? ["Your work", paths.samples()] : ["Favorites", paths.saved()],
          ["Settings", paths.settings()],
          ["How it works", paths.howItWorks()],
          ...helpPages,
        ]}
      />
      <Form action={paths.logout()} onSubmit={clearOnSignOut}>
        <Button kind="quiet">
          <Icon name="sign-out" />
          Sign out
        </Button>
      </Form>
    </>
  );
}

type NavItem = { to: string; label: string; icon: IconName; owns: RegExp };

/** The entries of the header and the tab bar. `owns` matches the paths that make an entry the current one. */
export const memberNavigation: readonly NavItem[] = [
  { to: paths.discover(), label: "Discover", icon: "discover", owns: /^\/discover/ },
  { to: paths.matches(), label: "Matches", icon: "matches", owns: /^\/matches/ },
  { to: paths.messages(), label: "Messages", icon: "message", owns: /^\/messages/ },
  // It includes the pages that only the dashboard links to.
  {
    to: paths.dashboard(),
    label: "Dashboard",
    icon: "home",
    owns: /^\/((creator-)?dashboard|analytics|invite|project|saved)/,
  },
  // It includes the settings and the member's work, but must not match other people's profiles.
  {
    to: paths.ownProfile(),
    label: "Profile",
    icon: "person",
    owns: /^\/(profile(\/(edit|work.*))?|settings.*)$/,
  },
];

export function isCurrent(item: NavItem, pathname: string): boolean {
  return item.owns.test(pathname);
}
