import type { LoaderFunctionArgs } from "@remix-run/node";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { Logo } from "~/shell/logo";
import { pageTitle } from "~/shell/page";
import { offlineTitle } from "~/ui/offline-title";

export const meta = pageTitle(offlineTitle);

/** The service worker keeps a guest's version and shows it to everyone. */
export const handle: RouteHandle = { script: false, isPublic: true };

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  return null;
}

/** The worker removes 'hidden' from the parts that apply, and lists the pages saved on the device. */
export default function Offline() {
  return (
    <>
      <header className="site-header">
        <a href={paths.home()} aria-label="Matchcut home">
          <Logo />
        </a>
      </header>
      <main id="main" className="page">
        <div className="stack">
          <h1>{offlineTitle}</h1>
          <p hidden data-unsent="">
            Nothing was sent. Go back and send it once you're back online. What you entered is still there.
          </p>
          <p>We can't reach Matchcut. Check your connection, then try again.</p>
          {/* No action, so it requests the URL that failed to load. */}
          <form method="get">
            <button type="submit" className="btn btn-primary">
              Try again
            </button>
          </form>
          <section hidden data-copies="">
            <div className="stack">
              <h2>Saved on this device</h2>
              <ul className="stack">
                <li />
              </ul>
            </div>
          </section>
          <h2>What works offline</h2>
          <ul className="stack">
            <li>
              <strong>Conversations</strong> you opened recently: read them and write replies. We'll send your
              replies when you're back online.
            </li>
            <li>
              <strong>Your deck</strong>: the cards you saw last. Your Likes and Passes are sent later too.
            </li>
          </ul>
          <p className="muted">
            Everything else needs a connection. Signing out removes these copies from this device.
          </p>
        </div>
      </main>
    </>
  );
}
