import type { ConversationView } from "~/features/messaging/inbox.server";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { MoreMenu } from "~/ui/more-menu";
import { Link, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { Acquaintance } from "../acquainting.server";
import { craftOf, workFrames } from "./acquaintance";
import { MatchScore } from "./match-score";

/** A list of requests. Each one starts with its sender's work, so that people see it before they answer. */
export function RequestList({
  requests,
  people,
  from,
}: {
  requests: ConversationView[];
  people: Acquaintance[];
  from: string;
}) {
  return (
    <ul className="requests">
      {requests.map((request, position) => (
        <Request
          key={request.conversationId}
          request={request}
          person={people.find(({ personId }) => personId === request.personId)}
          from={from}
          isFirst={position === 0}
        />
      ))}
    </ul>
  );
}

function Request({
  request: { conversationId, name, faces, personId, isGroup, lastLine, lastAt, isRequest },
  person,
  from,
  isFirst,
}: {
  request: ConversationView;
  person: Acquaintance | undefined;
  from: string;
  isFirst: boolean;
}) {
  const [face] = faces;
  const frames = person ? workFrames(person, from).slice(0, 3) : [];
  return (
    <li>
      {frames.length > 0 && <div className="strip">{frames}</div>}
      <div className="peer">
        <Avatar name={face?.name ?? name} src={face?.avatarUrl} size="medium" />{" "}
        <div>
          <p>
            <Link to={paths.conversation(conversationId)} className="cut1">
              {name}
            </Link>
          </p>
          <p className="hint">
            {isGroup ? "Group" : person ? craftOf(person) : "Request"} · <Time at={lastAt} as="day" />
          </p>
        </div>
        {!isGroup && person?.match && <MatchScore percent={person.match.percent} />}
      </div>
      <p>{lastLine}</p>
      <div className="row">
        <Form action={paths.answerRequest(conversationId)} className="row">
          <SubmitButton
            name="intent"
            value="accept"
            kind={isFirst ? "primary" : "secondary"}
            small
            pending="Accepting..."
          >
            Accept<span className="visually-hidden"> the request from {name}</span>
          </SubmitButton>
          {isRequest && (
            <SubmitButton name="intent" value="ignore" kind="soft" small pending="Ignoring...">
              Ignore<span className="visually-hidden"> the request from {name}</span>
            </SubmitButton>
          )}
        </Form>
        <MoreMenu label="More" of={name}>
          {personId && (
            <Link to={paths.blockPerson(personId, { from: conversationId })}>
              <Icon name="minus" /> Block
            </Link>
          )}{" "}
          <Link to={paths.reportThing("conversation", conversationId)}>
            <Icon name="flag" /> Report
          </Link>
        </MoreMenu>
      </div>
    </li>
  );
}
