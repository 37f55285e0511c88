import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { Field, Form } from "~/ui/form";
import { Link, SubmitButton } from "~/ui/parts";
import { longestGroupName } from "../starting";
import type { ThreadView } from "../threads.server";

type Members = NonNullable<ThreadView["members"]>;

const othersWords = ["Just you", "You and 1 other"];

/** A group's members, and the forms that rename it and leave it. */
export function GroupMembers({ thread, members }: { thread: ThreadView; members: Members }) {
  const { conversationId, request } = thread;
  return (
    <details className="members">
      <summary>{othersWords[members.length] ?? `You and ${members.length} others`}</summary>
      {members.length > 0 && <MemberList members={members} blockFrom={conversationId} />}
      {request === null && !thread.isHidden && thread.awaitedNames.length === 0 && (
        <Form key={thread.title} action={paths.answerRequest(conversationId)} className="row">
          <Field
            label="Group name"
            name="groupName"
            hint="Everyone in the group sees it. If you leave it empty, the group goes by its members' names."
            defaultValue={thread.title}
            limit={longestGroupName}
          />
          <SubmitButton name="intent" value="rename" kind="secondary" small pending="Saving...">
            Save name
          </SubmitButton>
        </Form>
      )}
      <Form action={paths.answerRequest(conversationId)}>
        <SubmitButton name="intent" value="leave" kind="secondary" small pending="Leaving...">
          Leave conversation
        </SubmitButton>
      </Form>
    </details>
  );
}

/**
 * A group's other members.
 * @param blockFrom the conversation; if it's given, each member has a link to block them
 */
export function MemberList({ members, blockFrom }: { members: Members; blockFrom?: string }) {
  return (
    <ul className="talks">
      {members.map((member, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two members may have the same name
        <li key={index}>
          <Avatar name={member.name} src={member.avatarUrl} size="small" />{" "}
          <div>
            {member.personId && member.hasProfile ? (
              <Link to={paths.profile(member.personId)} className="cut1">
                {member.name}
              </Link>
            ) : (
              member.name
            )}
          </div>{" "}
          {blockFrom && member.personId && (
            <Link
              className="hint"
              to={paths.blockPerson(member.personId, { from: blockFrom })}
              aria-label={`Block ${member.name}`}
            >
              Block
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
