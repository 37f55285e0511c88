import type { ReactNode } from "react";
import type { IconName } from "~/ui/icon";
import { Footer } from "./footer";
import { PageFrame } from "./page-frame";

const guestIcons: IconName[] = ["menu", "close", "check", "minus", "pass", "heart"];
const memberIcons: IconName[] = [...guestIcons, "compass", "message", "grid", "person", "sign-out"];

/** The frame of the pages that everybody may read, with the footer unless `footer` is false. */
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
    <PageFrame
      signedIn={signedIn}
      icons={signedIn ? memberIcons : guestIcons}
      footer={footer ? <Footer /> : null}
    >
      {children}
    </PageFrame>
  );
}
