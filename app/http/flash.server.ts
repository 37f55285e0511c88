import { redirect } from "@remix-run/node";
import { copyHeader } from "~/offline-words";
import type { ToastMessage } from "~/ui/toast";
import { flashCookie } from "./cookies.server";

/** 303, with one toast for the next page. */
export async function redirectWithFlash(
  to: string,
  toast: Omit<ToastMessage, "tone"> & { tone?: ToastMessage["tone"] },
  setCookies: string[] = [],
) {
  const headers = new Headers();
  for (const cookie of setCookies) headers.append("Set-Cookie", cookie);
  headers.append("Set-Cookie", await flashCookie.serialize({ tone: "plain", ...toast }));
  return redirect(to, { status: 303, headers });
}

/** The toast, and the Set-Cookie that clears it. */
export async function readFlash(
  request: Request,
): Promise<{ toast: ToastMessage | null; clear: string | null }> {
  const header = request.headers.get("Cookie");
  // A copy would take it from the page that it is for.
  if (!header?.includes(`${flashCookie.name}=`) || request.headers.has(copyHeader))
    return { toast: null, clear: null };
  const toast = (await flashCookie.parse(header)) as ToastMessage | null;
  return { toast: toast?.title ? toast : null, clear: await flashCookie.serialize("", { maxAge: 0 }) };
}
