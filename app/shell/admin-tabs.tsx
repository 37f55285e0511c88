import { useLocation } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { paths } from "~/paths";
import { Tabs } from "~/ui/tabs";

const pages = [
  { to: paths.admin(), label: "Overview" },
  { to: adminPaths.waitingContributors(), label: "Contributors" },
  { to: adminPaths.allPeople(), label: "People" },
  { to: adminPaths.allProjects(), label: "Projects" },
  { to: adminPaths.subscriptions(), label: "Subscriptions" },
  { to: adminPaths.reports(), label: "Reports" },
  { to: adminPaths.appeals(), label: "Appeals" },
  { to: adminPaths.refunds(), label: "Refunds" },
  { to: adminPaths.contactInbox(), label: "Contact" },
  { to: adminPaths.subscribers(), label: "Newsletter" },
  { to: adminPaths.unsentMails(), label: "Mail" },
  { to: adminPaths.failedJobs(), label: "Jobs" },
  { to: adminPaths.audit(), label: "Audit log" },
];

/** A detail page highlights its list's tab. */
export function adminTabsAt(pathname: string) {
  const current = [...pages].reverse().find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return pages.map((page) => ({ ...page, current: page === current }));
}

export function AdminTabs() {
  const { pathname } = useLocation();
  return (
    <div className="admin-tabs">
      <Tabs label="Admin" items={adminTabsAt(pathname)} />
    </div>
  );
}
