import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { type FaqTopic, faqTopics, isFaqTopic } from "~/features/content/faq";
import { findAnswers, plainText } from "~/features/content/faq.server";
import { pageMeta } from "~/features/content/page-meta";
import { QuestionList, StillFrame } from "~/features/content/page-parts";
import { faqPage } from "~/features/content/structured-data";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { searchNote, searchText } from "~/search-text";
import styles from "~/styles/content-page.css?url";
import { FindField } from "~/ui/find-field";
import { Form } from "~/ui/form";
import { Mark } from "~/ui/mark";
import { ButtonLink, EmptyState, Link } from "~/ui/parts";

export const handle: RouteHandle = { styles, isPublic: true };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Frequently asked questions · Matchcut",
    description:
      "What Matchcut is, how matching works, what it costs, how people pay each other and what happens to your data.",
    path: paths.faq(),
    things: () => (args.data?.everything ? [faqPage(args.data.everything)] : []),
  });

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const query = new URL(args.request.url).searchParams;
  const asked = query.get("topic");
  const topic = isFaqTopic(asked) ? asked : null;
  const typed = query.get("q") ?? "";
  const search = searchText(typed);
  const answers = await findAnswers({ topic, search });
  const isFiltered = topic !== null || search !== "";
  return {
    topic,
    search,
    note: searchNote(typed),
    questions: answers.map(({ id, question, body }) => ({ id, question, body })),
    everything: isFiltered
      ? null
      : answers.map(({ question, body }) => ({ question, text: plainText(body) })),
  };
}

const topics = Object.entries(faqTopics) as [FaqTopic, string][];

/** Questions by the name of their file in content/help/faq. */
const pictures = {
  "how-swipe-matching-works": (
    <div className="answer-strip film" aria-hidden="true">
      <span>
        <StillFrame name="river-dawn" />
        <Mark />
      </span>
      <StillFrame name="mountains-360" width={360} height={202} />
      <StillFrame name="campfire-360" width={360} height={202} />
    </div>
  ),
};

export default function Faq() {
  const { topic, search, note, questions } = useLoaderData<typeof loader>();
  const chips = [["All Questions", undefined] as const, ...topics.map(([to, label]) => [label, to] as const)];
  return (
    <div className="help">
      <div className="stack">
        <h1>Frequently asked questions</h1>
        <Form method="get" action={paths.faq()} role="search" aria-label="Questions" className="find">
          {topic && <input type="hidden" name="topic" value={topic} />}
          <FindField
            name="q"
            label="Search the questions"
            hint="Search for questions..."
            value={search}
            button="Search"
          />
        </Form>
        {note && <p role="status">{note}</p>}
        <nav aria-label="Topics" className="topics">
          {chips.map(([label, to]) => (
            <Fragment key={label}>
              <Link
                to={paths.faq({ topic: to, q: search })}
                aria-current={(topic ?? undefined) === to ? "page" : undefined}
              >
                {label}
              </Link>{" "}
            </Fragment>
          ))}
        </nav>
      </div>
      <div className="stack">
        {questions.length > 0 ? (
          <QuestionList questions={questions} pictures={pictures} />
        ) : (
          <EmptyState
            title="No questions found matching your search criteria."
            action={
              <ButtonLink to={paths.faq()} kind="secondary">
                Reset filters
              </ButtonLink>
            }
          />
        )}
        <section className="stack">
          <h2>Still have a question?</h2>
          <p>Write to us. A person reads every message and replies by email.</p>
          <p>
            <ButtonLink to={paths.contact()} kind="secondary">
              Contact Support
            </ButtonLink>
          </p>
        </section>
      </div>
    </div>
  );
}
