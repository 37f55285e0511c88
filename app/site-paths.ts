import { segment, withQuery } from "./paths";

/** URLs for the public site, emails and machines. No page with script links to them. */
export const sitePaths = {
  teamMember: (name: string) => `/team/${segment(name)}`,
  job: (name: string) => `/careers/${segment(name)}`,
  blogPost: (name: string) => `/blog/${segment(name)}`,
  blogFeed: () => "/blog/feed.xml",
  /** A document of the safety center, with its extension. */
  download: (file: string) => `/downloads/${segment(file)}`,
  /** The safety center, which says that the download has started and sends the file. */
  startDownload: (file: string, query: { tab?: "guidelines" } = {}) =>
    withQuery("/safety-center", { ...query, download: file }),
  /** `service` is its slug, as in "video-editors". */
  contributorsOf: (service: string, query: { sort?: "new"; after?: string } = {}) =>
    withQuery(`/contributors/${segment(service)}`, query),
  /** The picture for a shared link. `kind` and `name` identify what's shared, and `v` changes with the picture. */
  sharedPicture: (
    kind: "site" | "service" | "contributor" | "post",
    name: string,
    query: { v?: string } = {},
  ) => withQuery(`/shared/${kind}/${segment(name)}.jpg`, query),
  sitemap: () => "/sitemap.xml",
  /** "pages", "contributors-0" and so on. */
  sitemapPart: (part: string) => `/sitemaps/${segment(part)}.xml`,
  robots: () => "/robots.txt",
  /** The link in an invitation. */
  join: (code: string) => `/join/${segment(code)}`,
  /** The link in an invitation that stops further ones. */
  stopInvitations: (token: string) => `/invitations/stop/${segment(token)}`,
  recoverWith: (token: string) => `/recover/${segment(token)}`,
  /** The link that we email at sign-up. */
  confirmSignUp: (token: string) => `/confirm/${segment(token)}`,
  /** The links that we email to the new address and to the old one. */
  confirmAddress: (token: string) => `/confirm-address/${segment(token)}`,
  undoAddress: (token: string) => `/undo-address/${segment(token)}`,
  paymentWebhook: () => "/webhooks/stripe",
  confirmNewsletter: (token: string) => `/newsletter/confirm/${segment(token)}`,
  leaveNewsletter: (token: string) => `/newsletter/leave/${segment(token)}`,
  unsubscribe: (token: string) => `/unsubscribe/${segment(token)}`,
  /** Prometheus reads this. */
  metrics: () => "/metrics",
  sendNotificationEmail: () => "/api/send-notification-email",
  file: (key: string) => `/files/${key}`,
  devOutbox: () => "/dev/outbox",
  devKit: (part: string) => `/dev/kit?part=${part}`,
  devMails: () => "/dev/mails",
  /** @param number counts the samples of each kind, from 0 */
  devMail: (kind: string, number: number) => `/dev/mails/${kind}/${number}`,
  health: () => "/healthz",
};
