import type { ReactNode } from "react";

/** Opens, in a new tab, an address that a member gave. `about` tells equal labels apart for screen readers. */
export function ExternalLink({
  href,
  about,
  children,
}: {
  href: string;
  about?: string;
  children: ReactNode;
}) {
  return (
    <a href={href} target="_blank" rel="noopener nofollow" className="inline-block py-3">
      {children}
      <span className="visually-hidden">{about && ` ${about}`} (opens in a new tab)</span>
    </a>
  );
}
