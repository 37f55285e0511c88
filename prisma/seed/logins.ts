export const demoPassword = "matchcut-demo";

const domain = "demo.matchcut.test";

/** The accounts that `npm run demo` prints. */
export const demoLogins = {
  creator: `creator@${domain}`,
  /** A creator on Free, for reaching the limits and buying a plan. */
  starter: `starter@${domain}`,
  contributor: `contributor@${domain}`,
  admin: `admin@${domain}`,
} as const;

/** The demo logins have no domain in the data, because theirs is the demo's own. */
export const emailOf = ({
  emailLocalPart,
  emailDomain,
}: {
  emailLocalPart: string;
  emailDomain: string | null;
}) => `${emailLocalPart}@${emailDomain ?? domain}`;
