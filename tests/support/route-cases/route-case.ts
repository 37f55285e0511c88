import { randomUUID } from "node:crypto";
import { paths } from "~/paths";
import type { Fields, Visitor } from "../request";
import { type Role, type Standing, standings, type World } from "../world";

/** '302 /login', or a status alone. Roles without one get `others`. */
export type Expected = Partial<Record<Role | Standing, string>> & { others: string };

export interface RouteCase {
  /** The module's file name without extension. */
  route: string;
  method: "GET" | "POST";
  path: (world: World) => string;
  expected: Expected;
  /** For a POST: a form as its page sends it. */
  fields?: (world: World) => Record<string, string>;
  by?: Role;
  /** The path's own secret replaces the form token; the table's path has a wrong one. */
  secretInPath?: true;
  /** A request by another server, signed, without a form of ours. */
  isSigned?: true;
  /** Called by script only, with a JSON response. */
  answersScript?: boolean;
  staysOpen?: boolean;
  /** Makes the form valid for the sender. */
  before?: (visitor: Visitor) => Promise<unknown>;
}

export const unknownId = "00000000-0000-4000-8000-000000000000";
export const everyone = (status: string): Expected => ({ others: status });
export const membersOnly = (guest: string, others: string): Expected => ({ guest, others });
export const backHome = (path: string) => `302 /?from=${encodeURIComponent(path)}`;
export const signIn = (path: string) => `302 ${paths.login({ redirectTo: path })}`;

/** Valid in format, never issued. */
export const unknownToken = "00000000-0000-4000-8000-000000000000.message.x";

export const message = () => ({ messageId: randomUUID(), content: "Hello there" });

/** Where an admin gets what every admin needs. */
const toSecondFactor = "303 /settings/second-factor/app?redirectTo=%2Fadmin";

export function expectedOf({ route, expected }: RouteCase, role: Role | Standing): string {
  if (role === "unproven" && route.startsWith("admin/")) return toSecondFactor;
  const like = role in standings ? standings[role as Standing] : (role as Role);
  return expected[role] ?? expected[like] ?? expected.others;
}

export function fieldsOf(routeCase: RouteCase, world: World): Fields {
  return routeCase.fields?.(world) ?? {};
}
