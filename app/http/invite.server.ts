import { inviteCookie } from "./cookies.server";

/** The code that a visitor came with in the last 30 days. */
export async function inviteOf(request: Request): Promise<string | null> {
  const header = request.headers.get("Cookie");
  if (!header?.includes(`${inviteCookie.name}=`)) return null;
  const code: unknown = await inviteCookie.parse(header);
  return typeof code === "string" && code !== "" ? code : null;
}

export function rememberInvite(code: string): Promise<string> {
  return inviteCookie.serialize(code);
}

export function forgetInvite(): Promise<string> {
  return inviteCookie.serialize("", { maxAge: 0 });
}
