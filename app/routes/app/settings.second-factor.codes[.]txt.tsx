import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { openCodes } from "~/features/second-factor/codes.server";
import { recoveryCodesCookie } from "~/http/cookies.server";
import { requireSignIn } from "~/http/route.server";
import { paths } from "~/paths";

/** Downloads the codes that the recovery codes page shows. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const codes = openCodes(actor, await recoveryCodesCookie.parse(args.request.headers.get("Cookie")));
  if (!codes) throw redirect(paths.secondFactor());
  const text = `Matchcut recovery codes. Each works once, with your password.\r\n\r\n${codes.join("\r\n")}\r\n`;
  return new Response(text, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": 'attachment; filename="matchcut-recovery-codes.txt"',
    },
  });
}
