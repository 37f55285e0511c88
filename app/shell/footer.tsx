import { Fragment } from "react";
import { paths } from "~/paths";
import { Logo } from "./logo";
import { morePages } from "./main-nav";

const links = [
  ["How it works", paths.howItWorks()],
  ["Contributors", paths.contributors()],
  ["Pricing", paths.pricing()],
  ...morePages,
  ["Careers", paths.careers()],
  ["Newsletter", paths.newsletter()],
  ["Terms of Service", paths.termsOfService()],
  ["Privacy Policy", paths.privacyPolicy()],
] as const;

/** Only pages without script have a footer. */
export function Footer() {
  return (
    <footer className="site-footer">
      <div>
        <Logo />
        <p>Connecting creators with the perfect partners to bring their projects to life.</p>
      </div>
      <nav aria-label="Footer" className="row">
        {links.map(([label, to]) => (
          <Fragment key={to}>
            <a href={to}>{label}</a>{" "}
          </Fragment>
        ))}
      </nav>
      <p className="hint">© {new Date().getFullYear()} Matchcut</p>
    </footer>
  );
}
