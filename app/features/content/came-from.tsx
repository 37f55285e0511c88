import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";

const pages: Record<string, string> = {
  [paths.matches()]: "your matches",
  [paths.creatorDashboard()]: "your creator dashboard",
};

/** Why a guard sent a guest here from `from`. */
export function CameFrom({ from }: { from: string }) {
  const [path = ""] = from.split("?");
  const page = Object.hasOwn(pages, path) ? pages[path] : "that page";
  return (
    <div className="notice row justify-between">
      <p>You are signed out. Please sign in to see {page}.</p>
      <ButtonLink to={paths.login({ redirectTo: from })} kind="secondary">
        Sign In
      </ButtonLink>
    </div>
  );
}
