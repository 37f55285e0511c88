const usage = `Usage: npm run admin -- grant <email>
       npm run admin -- revoke <email>
       npm run admin -- drop-factor <email>
       npm run admin -- database-roles`;

const acts = ["grant", "revoke", "drop-factor"] as const;
type Act = (typeof acts)[number];

const isAct = (text: string | undefined): text is Act => acts.some((act) => act === text);

/** What to print if nothing had to be changed, and what to print after the change. */
const words: Record<Act, [string, string]> = {
  grant: ["is already an admin", "is now an admin"],
  revoke: ["isn't an admin", "is no longer an admin"],
  "drop-factor": ["doesn't use two-step verification", "no longer uses two-step verification"],
};

const refusals = {
  "unknown-address": "doesn't have an account. They need to sign up first.",
  closed: "has an account no one can sign in to: it's suspended or has no profile.",
  unconfirmed:
    "hasn't confirmed their address, so the account may be someone else's. They need to open the link we emailed first.",
  "last-admin": "is the last admin who can sign in. Make someone else an admin first.",
};

/**
 * Imports the product's code only when it's needed: importing it earlier would report problems with the environment as
 * a stack trace instead of by name.
 */
async function run(act: Act, email: string): Promise<number> {
  const [{ grantAdmin, revokeAdmin }, { dropFactorOf }, { closeDatabase }] = await Promise.all([
    import("../app/features/accounts/admins.server.ts"),
    import("../app/features/second-factor/managing.server.ts"),
    import("../app/platform/db.server.ts"),
  ]);
  try {
    const perform = { grant: grantAdmin, revoke: revokeAdmin, "drop-factor": dropFactorOf }[act];
    const done = await perform(email);
    if (!done.ok) {
      console.error(`${email} ${refusals[done.refused]}`);
      return 1;
    }
    console.log(`${email} ${words[act][done.changed ? 1 : 0]}.`);
    return 0;
  } finally {
    await closeDatabase();
  }
}

/** Creates database roles for use behind a pooler, and prints the variables with their URLs. */
async function createRoles(): Promise<number> {
  const { createDatabaseRoles } = await import("../app/platform/database-roles.server.ts");
  for (const { variable, role, address } of await createDatabaseRoles())
    console.log(address ? `${variable}=${address}` : `# ${role} has its settings, and keeps its password.`);
  return 0;
}

async function main([act, email, ...more]: string[]): Promise<number> {
  try {
    if (act === "database-roles" && email === undefined) return await createRoles();
    if (isAct(act) && email && more.length === 0) return await run(act, email);
    console.error(usage);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  return 1;
}

process.exitCode = await main(process.argv.slice(2));
