import { execFileSync } from "node:child_process";

export type Account = { uid: number; gid: number };

/** PostgreSQL refuses to run as root, so root runs it under this account. */
export function findAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8", stdio: "pipe" }));
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    try {
      execFileSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"], {
        stdio: "pipe",
      });
      return { uid: id("-u"), gid: id("-g") };
    } catch {
      throw new Error(
        "PostgreSQL can't run as root, and we couldn't create an account for it. Run this as another user.",
      );
    }
  }
}
