import { randomUUID } from "node:crypto";
import { paths } from "~/paths";
import type { Fields, Visitor } from "../request";
import { type Role, type Standing, standings, type World } from "../world";

/** Such as '302 /login', or just a status. Roles that aren't named get `others`. */
export type Expected = Partial<Record<Role | Standing, string>> & { others: string };

export interface RouteCase {
  /** The module's path in app/routes, without its extension. */
  route: string;
  method: "GET" | "POST";
  path: (world: World) => string;
  expected: Expected;
  /** For a POST, the form as its page sends it. */
  fields?: (world: World) => Record<string, string>;
  by?: Role;
  /** The secret in the path replaces the form token. The path in this table has a wrong one. */
  secretInPath?: true;
  /** A signed request from another server, which isn't one of our forms. */
  isSigned?: true;
  /** Called only by script, and responds with JSON. */
  answersScript?: boolean;
  staysOpen?: boolean;
  /** Does whatever must happen before the sender's form is valid. */
  before?: (visitor: Visitor) => Promise<unknown>;
}

export const unknownId = "00000000-0000-4000-8000-000000000000";
export const everyone = (status: string): Expected => ({ others: status });
export const membersOnly = (guest: string, others: string): Expected => ({ guest, others });
export const backHome = (path: string) => `302 /?from=${encodeURIComponent(path)}`;
export const signIn = (path: string) => `302 ${paths.login({ redirectTo: path })}`;

/** Has a valid format but was never issued. */
export const unknownToken = "00000000-0000-4000-8000-000000000000.message.x";

export const message = () => ({ messageId: randomUUID(), content: "Hello there" });

/** Where admins set up the second factor that they need. */
const toSecondFactor = "303 /settings/second-factor/app?redirectTo=%2Fadmin";

export function expectedOf({ route, expected }: RouteCase, role: Role | Standing): string {
  if (role === "unproven" && route.startsWith("admin/")) return toSecondFactor;
  const like = role in standings ? standings[role as Standing] : (role as Role);
  return expected[role] ?? expected[like] ?? expected.others;
}

export function fieldsOf(routeCase: RouteCase, world: World): Fields {
  return routeCase.fields?.(world) ?? {};
}
