import type { ReactNode } from "react";
import { Footer } from "./footer";
import { PageFrame } from "./page-frame";

export function SiteShell({
  signedIn,
  footer = true,
  children,
}: {
  signedIn: boolean;
  footer?: boolean;
  children: ReactNode;
}) {
  return (
    <PageFrame signedIn={signedIn} footer={footer ? <Footer /> : null}>
      {children}
    </PageFrame>
  );
}
