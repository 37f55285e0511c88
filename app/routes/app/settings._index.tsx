import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isContributor } from "~/features/accounts/actor";
import { requireSignIn } from "~/http/route.server";
import { pageTitle } from "~/shell/page";
import { settingsFor } from "~/shell/settings-pages";
import { Link } from "~/ui/parts";

export const meta = pageTitle("Settings");

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  return { isContributor: isContributor(actor) };
}

export default function Settings() {
  const data = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <h1>Settings</h1>
      <nav aria-label="Settings" className="cards">
        {settingsFor(data.isContributor).map(({ title, parts }) => (
          <section key={title} className="stack">
            <h2 className="text-lg">{title}</h2>
            <ul className="stack">
              {parts.map(({ to, label, about }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                  <p className="hint">{about}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </div>
  );
}
