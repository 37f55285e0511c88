import type { ReactNode } from "react";
import { paths } from "~/paths";
import { Tabs } from "~/ui/tabs";
import type { InviteTab } from "../invite";
import { CopyLink } from "./copy-link";
import { ShareLinks } from "./share-links";

/**
 * The tabs, and what the current one shows: `byMail` for Email, and the link for the others; until there is one,
 * `noLink`. With `onSelect`, tabs change without a navigation.
 */
export function WaysToInvite({
  tab,
  link,
  noLink,
  byMail,
  onSelect,
}: {
  tab: InviteTab | undefined;
  link: string | undefined;
  noLink?: ReactNode;
  byMail: ReactNode;
  onSelect?: (tab: InviteTab | undefined) => void;
}) {
  const item = (of: InviteTab | undefined, label: string) => ({
    to: paths.invitePeople({ tab: of }),
    label,
    current: tab === of,
    onSelect: onSelect && (() => onSelect(of)),
  });
  return (
    <>
      <Tabs
        label="How to invite"
        items={[item(undefined, "Copy Link"), item("email", "Email"), item("social", "Social")]}
      />
      {tab === "email" && byMail}
      {tab !== "email" && !link && noLink}
      {tab === undefined && link && <CopyLink link={link} />}
      {tab === "social" && link && <ShareLinks link={link} />}
    </>
  );
}
