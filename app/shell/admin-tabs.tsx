import { useLocation } from "@remix-run/react";
import { paths } from "~/paths";
import { Tabs } from "~/ui/tabs";

const pages = [
  { to: paths.admin(), label: "Overview" },
  { to: paths.waitingContributors(), label: "Contributors" },
  { to: paths.allPeople(), label: "People" },
  { to: paths.allProjects(), label: "Projects" },
  { to: paths.subscriptions(), label: "Subscriptions" },
  { to: paths.reports(), label: "Reports" },
  { to: paths.appeals(), label: "Appeals" },
  { to: paths.refunds(), label: "Refunds" },
  { to: paths.contactInbox(), label: "Contact" },
  { to: paths.subscribers(), label: "Newsletter" },
  { to: paths.unsentMails(), label: "Mail" },
  { to: paths.failedJobs(), label: "Jobs" },
  { to: paths.audit(), label: "Audit log" },
];

/** A page of one thing belongs to the list of such things. */
export function AdminTabs() {
  const { pathname } = useLocation();
  const current = [...pages].reverse().find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return <Tabs label="Admin" items={pages.map((page) => ({ ...page, current: page === current }))} />;
}
