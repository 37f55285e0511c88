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

/** The worker removes 'hidden' from the parts that apply, and lists the conversations saved on the device. */
export default function Offline() {
  return (
    <>
      <header className="site-header">
        <a href={paths.home()} aria-label="Matchcut home">
          <Logo />
        </a>
      </header>
      <main id="main" className="page offline-page">
        <div className="stack">
          <h1>{offlineTitle}</h1>
          <p hidden data-unsent="">
            Nothing was sent. Go back and send it once you're back online. What you entered is still there.
          </p>
          <p>We can't reach Matchcut. Check your connection, then try again.</p>
          {/* There's no action, so this requests the URL that failed to load. */}
          <form method="get">
            <button type="submit" className="btn btn-primary">
              Try again
            </button>
          </form>
        </div>
        <div className="stack">
          {/* This section has no class, because a class that sets `display` would show it despite 'hidden'. */}
          <section hidden data-talks="" aria-labelledby="talks">
            <div className="stack">
              <h2 id="talks">Conversations on this device</h2>
              <ul className="link-rows">
                <li />
              </ul>
            </div>
          </section>
          <section hidden data-deck="" aria-labelledby="deck">
            <div className="row">
              <h2 id="deck">Your deck, as you left it</h2>{" "}
              <a href={paths.discover()} className="btn btn-soft btn-small">
                Open
              </a>
            </div>
          </section>
          <p className="muted">
            In a conversation you opened recently, you can read and reply. In your deck, you can like and
            pass. We send all of it when you're back online. Everything else needs a connection, and signing
            out removes these pages from this device.
          </p>
        </div>
      </main>
    </>
  );
}
