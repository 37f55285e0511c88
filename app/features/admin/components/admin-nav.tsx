import { useLocation, useRouteLoaderData } from "@remix-run/react";
import { Fragment, useEffect, useRef } from "react";
import { adminPaths } from "~/admin-paths";
import { paths } from "~/paths";
import { Link } from "~/ui/parts";
import type { WaitingWork } from "../overview";

interface AdminPage {
  to: string;
  label: string;
  /** The kind of work that the page lists. */
  work?: WaitingWork["kind"];
}

const groups: readonly { title: string; pages: readonly AdminPage[] }[] = [
  {
    title: "Today",
    pages: [
      { to: paths.admin(), label: "Overview" },
      { to: adminPaths.waitingContributors(), label: "Contributors", work: "contributors" },
      { to: adminPaths.contactInbox(), label: "Contact", work: "contact" },
    ],
  },
  {
    title: "People",
    pages: [
      { to: adminPaths.allPeople(), label: "People" },
      { to: adminPaths.allProjects(), label: "Projects" },
    ],
  },
  {
    title: "Safety",
    pages: [
      { to: adminPaths.reports(), label: "Reports", work: "reports" },
      { to: adminPaths.appeals(), label: "Appeals", work: "appeals" },
      { to: adminPaths.audit(), label: "Audit log" },
    ],
  },
  {
    title: "Money",
    pages: [
      { to: adminPaths.subscriptions(), label: "Subscriptions" },
      { to: adminPaths.refunds(), label: "Refunds", work: "refunds" },
    ],
  },
  {
    title: "System",
    pages: [
      { to: adminPaths.subscribers(), label: "Newsletter" },
      { to: adminPaths.unsentMails(), label: "Emails", work: "mails" },
      { to: adminPaths.failedJobs(), label: "Jobs", work: "jobs" },
    ],
  },
];

/** The page to mark as current. For a detail page, that's its list. */
export function adminPageAt(pathname: string): AdminPage | undefined {
  const all = groups.flatMap(({ pages }) => pages);
  return all.reverse().find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
}

/** The work waiting for admins; null if it couldn't be read. */
export function useWaitingWork(): readonly WaitingWork[] | null {
  const data = useRouteLoaderData("routes/admin/layout") as { work: WaitingWork[] | null } | null | undefined;
  return data?.work ?? null;
}

/**
 * A grouped column. On narrower screens, it becomes a scrolling line of chips that starts with the current
 * page.
 */
export function AdminNav() {
  const work = useWaitingWork();
  const current = adminPageAt(useLocation().pathname);
  const self = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has become the first chip
  useEffect(() => {
    self.current?.scrollTo({ left: 0 });
  }, [current]);
  return (
    <nav ref={self} aria-label="Admin" className="side-nav admin-nav">
      {groups.map(({ title, pages }) => (
        <section key={title}>
          <p>{title}</p>{" "}
          {pages.map((page) => (
            <Fragment key={page.to}>
              <Link to={page.to} aria-current={page === current ? "page" : undefined}>
                {page.label} <Count of={work?.find(({ kind }) => kind === page.work)} />
              </Link>{" "}
            </Fragment>
          ))}
        </section>
      ))}
    </nav>
  );
}

function Count({ of: work }: { of?: WaitingWork }) {
  if (!work || work.count === 0) return null;
  return (
    <span className="unread-mark">
      {work.count > 99 ? "99+" : work.count}
      <span className="visually-hidden"> waiting</span>
    </span>
  );
}
