import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "~/features/content/page-meta";
import { ProseText, TeamFace } from "~/features/content/page-parts";
import { findTeamMember } from "~/features/content/pages.server";
import { orNotFound } from "~/http/form.server";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { useRootData } from "~/shell/root-data";
import { sitePaths } from "~/site-paths";
import styles from "~/styles/content-page.css?url";
import { ChipList } from "~/ui/chip-list";
import { Badge, type BadgeTone, ButtonLink } from "~/ui/parts";

export const handle: RouteHandle = { styles, isPublic: true };

export const meta: MetaFunction<typeof loader> = (args) =>
  args.data
    ? pageMeta(args, {
        title: `${args.data.name}, ${args.data.role} · Matchcut`,
        description: args.data.description,
        path: sitePaths.teamMember(args.data.id),
        kind: "profile",
      })
    : [{ title: "Page not found · Matchcut" }];

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const member = orNotFound(findTeamMember(args.params.member));
  return member;
}

const statuses: Record<"in_progress" | "needs_review" | "completed", [words: string, tone: BadgeTone]> = {
  in_progress: ["In progress", "info"],
  needs_review: ["Needs review", "warning"],
  completed: ["Completed", "positive"],
};

/**
 * These are sample people without accounts, so 'Message' links to the contact form, and their projects have no pages.
 */
export default function TeamMember() {
  const member = useLoaderData<typeof loader>();
  const isMember = Boolean(useRootData()?.person);
  return (
    <div className="beside">
      <div className="stack">
        <div className="row">
          <TeamFace id={member.id} name={member.name} />
          <div>
            <h1>{member.name}</h1>
            <p className="muted">{member.role}</p>
          </div>
        </div>
        <ProseText nodes={member.body} />
        <h2 className="visually-hidden">Skills</h2>
        <ChipList names={member.skills} />
        <h2>Projects</h2>
        <ul className="points points-column">
          {member.projects.map(({ title, status }) => (
            <li key={title} className="row justify-between">
              {title} <Badge tone={statuses[status][1]}>{statuses[status][0]}</Badge>
            </li>
          ))}
        </ul>
        <p>
          <a href={paths.about()}>Meet the whole team</a>
        </p>
      </div>
      <aside className="facts-card">
        <h2>Contact details</h2>
        <dl className="facts">
          <div>
            <dt>Email</dt>
            <dd>{member.email}</dd>
          </div>
          <div>
            <dt>Phone</dt>
            <dd>{member.phone}</dd>
          </div>
          <div>
            <dt>Location</dt>
            <dd>{member.place}</dd>
          </div>
        </dl>
        <ButtonLink to={paths.contact()}>Message</ButtonLink>
        {isMember && (
          <ButtonLink to={paths.dashboard()} kind="secondary">
            Back to Dashboard
          </ButtonLink>
        )}
        <p className="hint">This is a sample person. The name, address and number are made up.</p>
      </aside>
    </div>
  );
}
