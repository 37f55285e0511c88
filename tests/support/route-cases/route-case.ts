import { randomUUID } from "node:crypto";
import { paths } from "~/paths";
import type { Fields, Visitor } from "../request";
import { type Role, type Standing, standings, type World } from "../world";

/** What the response begins with, such as '302 /login' or a status. Roles without a value of their own get `others`. */
export type Expected = Partial<Record<Role | Standing, string>> & { others: string };

export interface RouteCase {
  /** The module's path in app/routes, without its extension. */
  route: string;
  method: "GET" | "POST";
  path: (world: World) => string;
  expected: Expected;
  /** For a POST, the form's fields as its page sends them. */
  fields?: (world: World) => Record<string, string>;
  by?: Role;
  /** The path has a secret, which stands in for the form's token. In this table, the secret is wrong. */
  secretInPath?: true;
  /** A signed request from another server, which isn't one of our forms. */
  isSigned?: true;
  /** Only script calls this route, which responds with JSON. */
  answersScript?: boolean;
  staysOpen?: boolean;
  /** Makes the form valid, if that takes more than opening its page. */
  before?: (visitor: Visitor) => Promise<unknown>;
}

export const unknownId = "00000000-0000-4000-8000-000000000000";
export const everyone = (status: string): Expected => ({ others: status });
export const membersOnly = (guest: string, others: string): Expected => ({ guest, others });
export const backHome = (path: string) => `302 /?from=${encodeURIComponent(path)}`;
export const signIn = (path: string) => `302 ${paths.login({ redirectTo: path })}`;

/** A token with a valid format that was never issued. */
export const unknownToken = "00000000-0000-4000-8000-000000000000.message.x";

export const message = () => ({ messageId: randomUUID(), content: "Hello there" });

/** Where admins without a second factor are redirected, unless they've written something, which a page then shows. */
const toSecondFactor = "303 /settings/second-factor/app?redirectTo=%2Fadmin";

export function expectedOf({ route, expected }: RouteCase, role: Role | Standing): string {
  if (role === "unproven" && route.startsWith("admin/")) return expected.unproven ?? toSecondFactor;
  const like = role in standings ? standings[role as Standing] : (role as Role);
  return expected[role] ?? expected[like] ?? expected.others;
}

export function fieldsOf(routeCase: RouteCase, world: World): Fields {
  return routeCase.fields?.(world) ?? {};
}
