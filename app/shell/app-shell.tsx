import type { ReactNode } from "react";
import type { NavPerson } from "./main-nav";
import { PageFrame } from "./page-frame";

/** Without a person it shows the signed-out navigation. */
export function AppShell({
  person,
  children,
}: {
  person: (NavPerson & { isAdmin: boolean }) | null;
  children: ReactNode;
}) {
  return (
    <PageFrame signedIn={person !== null} person={person}>
      {children}
    </PageFrame>
  );
}
