import type { ReactNode } from "react";
import { Footer } from "./footer";
import { PageFrame } from "./page-frame";

export function SiteShell({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  return (
    <PageFrame signedIn={signedIn} footer={<Footer />}>
      {children}
    </PageFrame>
  );
}
