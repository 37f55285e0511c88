const usage = `Usage: npm run admin -- grant <email>
       npm run admin -- revoke <email>`;

const refusals = {
  "unknown-address": "has no account here: they sign up first.",
  closed: "has an account that nobody can sign in to: it is suspended or has no profile.",
  "last-admin": "is the last admin who can sign in: make somebody else one first.",
};

/** Imported late, because it reads the environment, whose problems are then told by name. */
async function run(act: "grant" | "revoke", email: string): Promise<number> {
  const [{ grantAdmin, revokeAdmin }, { closeDatabase }] = await Promise.all([
    import("../app/features/accounts/granting.server.ts"),
    import("../app/platform/db.server.ts"),
  ]);
  try {
    const done = await (act === "grant" ? grantAdmin(email) : revokeAdmin(email));
    if (!done.ok) {
      console.error(`${email} ${refusals[done.refused]}`);
      return 1;
    }
    const words =
      act === "grant" ? ["already an admin", "now an admin"] : ["not an admin", "no longer an admin"];
    console.log(`${email} is ${words[done.changed ? 1 : 0]}.`);
    return 0;
  } finally {
    await closeDatabase();
  }
}

async function main([act, email, ...more]: string[]): Promise<number> {
  if ((act !== "grant" && act !== "revoke") || !email || more.length > 0) {
    console.error(usage);
    return 1;
  }
  try {
    return await run(act, email);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
