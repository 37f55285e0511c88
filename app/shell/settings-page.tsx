import type { ReactNode } from "react";
import { paths } from "~/paths";
import { Link } from "~/ui/link";
import { Tabs } from "~/ui/tabs";
import { useRootData } from "./root-data";
import { settingsFor } from "./settings-pages";

/**
 * A part of /settings under the navigation of all parts, which on a phone is one link to the page that lists them: eleven
 * tabs would fill a third of it. `current` is the part's path.
 */
export function SettingsPage({
  current,
  title,
  children,
}: {
  current: string;
  title: string;
  children: ReactNode;
}) {
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
