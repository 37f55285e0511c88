import { parseId } from "~/ids";
import { draftCookie } from "./cookies.server";

export async function draftIdOf(request: Request): Promise<string | null> {
  const id: unknown = await draftCookie.parse(request.headers.get("Cookie"));
  return parseId(id);
}

export function rememberDraft(draftId: string): Promise<string> {
  return draftCookie.serialize(draftId);
}

export function forgetDraft(): Promise<string> {
  return draftCookie.serialize("", { maxAge: 0 });
}
