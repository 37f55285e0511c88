import { paths } from "~/paths";
import { Logo } from "./logo";

export function Footer() {
  return (
    <footer className="site-footer">
      <div>
        <Logo />
        <p>Connecting creators with the perfect partners to bring their projects to life.</p>
      </div>
      <nav aria-label="Footer" className="row">
        <a href={paths.howItWorks()}>How it works</a> <a href={paths.pricing()}>Pricing</a>{" "}
        <a href={paths.contact()}>Contact</a> <a href={paths.newsletter()}>Newsletter</a>
      </nav>
      <p className="hint">© {new Date().getFullYear()} Matchcut</p>
    </footer>
  );
}
