import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isContributor } from "~/features/accounts/actor";
import { requireSignIn } from "~/http/route.server";
import { pageTitle, withStyles } from "~/shell/page";
import { settingsFor } from "~/shell/settings-pages";
import styles from "~/styles/settings-page.css?url";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/parts";

export const meta = pageTitle("Settings");

export const { handle, links } = withStyles(styles);

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  return { isContributor: isContributor(actor) };
}

export default function Settings() {
  const data = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <h1>Settings</h1>
      <nav aria-label="Settings" className="setting-list">
        {settingsFor(data.isContributor).map(({ title, parts }) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul className="rows">
              {parts.map(({ to, label, about }) => (
                <li key={to}>
                  <div className="txt">
                    <Link to={to} className="over-link">
                      {label}
                    </Link>
                    <p>{about}</p>
                  </div>{" "}
                  <Icon name="next" />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </div>
  );
}
