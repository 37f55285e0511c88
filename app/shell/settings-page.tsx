import type { ReactNode } from "react";
import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { Card, Link, SubmitButton } from "~/ui/parts";
import { Tabs } from "~/ui/tabs";
import { useRootData } from "./root-data";
import { settingsFor } from "./settings-pages";

interface SettingsPageProps {
  current: string;
  title: string;
  children: ReactNode;
}

/**
 * A page of /settings below the navigation of all its pages. On a phone that's one link to the list of pages, because
 * tabs would fill a third of the screen.
 */
export function SettingsPage({ current, title, children }: SettingsPageProps) {
  const isContributor = useRootData()?.person?.isContributor ?? false;
  const parts = settingsFor(isContributor).flatMap((group) => group.parts);
  return (
    <div className="stack">
      <p className="only-narrow">
        <Link to={paths.settings()}>All settings</Link>
      </p>
      <div className="only-wide">
        <Tabs
          label="Settings"
          items={parts.map(({ to, label }) => ({ to, label, current: to === current }))}
        />
      </div>
      <div className="narrow stack">
        <h1>{title}</h1>
        {children}
      </div>
    </div>
  );
}

/** A settings page that is one form of choices. */
export function ChoicesPage({
  current,
  title,
  children,
  below,
  reloadDocument,
}: SettingsPageProps & { below?: ReactNode; reloadDocument?: true }) {
  return (
    <SettingsPage current={current} title={title}>
      <Card>
        <Form action={current} reloadDocument={reloadDocument} className="stack">
          {children}
          <div>
            <SubmitButton pending="Saving...">Save</SubmitButton>
          </div>
        </Form>
      </Card>
      {below}
    </SettingsPage>
  );
}
