import { redirect } from "@remix-run/node";
import { flashCookie } from "./cookies.server";

export interface Toast {
  title: string;
  text?: string;
  tone: "plain" | "destructive";
}

/** A 303 to a path of ours, with one toast for the page it leads to. */
export async function redirectWithFlash(
  to: string,
  toast: Omit<Toast, "tone"> & { tone?: Toast["tone"] },
  setCookies: string[] = [],
) {
  const headers = new Headers();
  for (const cookie of setCookies) headers.append("Set-Cookie", cookie);
  headers.append("Set-Cookie", await flashCookie.serialize({ tone: "plain", ...toast }));
  return redirect(to, { status: 303, headers });
}

/** The toast that came with this request, and the Set-Cookie that makes it a single showing. */
export async function readFlash(request: Request): Promise<{ toast: Toast | null; clear: string | null }> {
  const header = request.headers.get("Cookie");
  if (!header?.includes(`${flashCookie.name}=`)) return { toast: null, clear: null };
  const toast = (await flashCookie.parse(header)) as Toast | null;
  return { toast: toast?.title ? toast : null, clear: await flashCookie.serialize("", { maxAge: 0 }) };
}
