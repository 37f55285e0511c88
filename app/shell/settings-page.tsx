import type { ReactNode } from "react";
import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { Link, SubmitButton } from "~/ui/parts";
import { PhoneBackLink } from "~/ui/phone-back-link";
import { useRootData } from "./root-data";
import { settingsFor } from "./settings-pages";

interface SettingsPageProps {
  current: string;
  title: ReactNode;
  children: ReactNode;
}

/**
 * A page of /settings next to the list of all settings pages. On a phone, there's only a link to the list, which would
 * otherwise fill the first screen.
 */
export function SettingsPage({ current, title, children }: SettingsPageProps) {
  const isContributor = useRootData()?.person?.isContributor ?? false;
  return (
    <div className="stack">
      <PhoneBackLink to={paths.settings()}>All settings</PhoneBackLink>
      <div className="beside-nav">
        <nav aria-label="Settings" className="side-nav only-wide">
          {settingsFor(isContributor).map((group) => (
            <section key={group.title}>
              <p>{group.title}</p>
              {group.parts.map(({ to, label }) => (
                <span key={to}>
                  <Link to={to} aria-current={to === current ? "page" : undefined}>
                    {label}
                  </Link>{" "}
                </span>
              ))}
            </section>
          ))}
        </nav>
        <div className="stack">
          <h1>{title}</h1>
          {children}
        </div>
      </div>
    </div>
  );
}

/** A part of a settings page: what it is on the left, and its control on the right. For pages with `.set-rows`. */
export function SettingRow({
  title,
  hint,
  children,
}: {
  title: string;
  hint: ReactNode;
  children: ReactNode;
}) {
  return (
    <section>
      <div>
        <h2>{title}</h2>
        <p className="muted">{hint}</p>
      </div>
      <div className="stack">{children}</div>
    </section>
  );
}

/** A settings page that consists of a single form with choices. */
export function ChoicesPage({
  current,
  title,
  children,
  below,
  reloadDocument,
}: SettingsPageProps & { below?: ReactNode; reloadDocument?: true }) {
  return (
    <SettingsPage current={current} title={title}>
      <Form action={current} reloadDocument={reloadDocument} className="stack">
        {children}
        <SubmitButton pending="Saving...">Save</SubmitButton>
      </Form>
      {below}
    </SettingsPage>
  );
}
