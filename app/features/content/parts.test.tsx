import type { ComponentProps, ReactNode } from "react";
import { expect, test } from "vitest";
import { SavesDataContext } from "~/ui/avatar";
import { loadParts } from "~/ui/late-part";
import { changesBetween, outline } from "../../../tests/support/outline";
import { render } from "../../../tests/support/rendering";
import { DiscoverGate } from "./discover-gate";
import { WorkSheet, WorkStrip } from "./landing-work";
import { LegalPage } from "./legal-page";
import * as parts from "./page-parts";
import { PlanCard } from "./plan-card";

const saving = (part: ReactNode) => (
  <SavesDataContext.Provider value={true}>{part}</SavesDataContext.Provider>
);
const prose = [{ tag: "p" as const, children: ["Text"] }];

test("the top of a page, an example of a talk, and points", () => {
  expect(outline(<parts.Front title="A" lead="B" />)).toEqual(["A", "B"]);
  expect(
    outline(
      <parts.Front title="A" lead="B">
        C
      </parts.Front>,
    ),
  ).toEqual(["A", "B", "C"]);
  const talk = (
    <parts.ExampleTalk
      lines={[
        { who: "creator", text: "Free in May?" },
        { who: "editor", text: "Yes.", isOwn: true },
      ]}
    />
  );
  expect(outline(talk)).toEqual([
    "ul{aria-label=An example}",
    "(/pictures/face-creator.avif)",
    "(A creator: )Free in May?",
    "(An editor: )Yes.",
  ]);
  expect(outline(<parts.Points points={[{ title: "A", text: "B" }]} />)).toEqual(["A", "B"]);
  const classes = (part: ReactNode) => /class="([^"]*)"/.exec(render(part).html)?.[1];
  expect(classes(<parts.Points points={[]} />)).toBe("points");
  expect(classes(<parts.Points points={[]} isColumn />)).toBe("points points-column");
  expect(classes(<parts.StillFrame name="a" />)).toBe("frame");
  expect(classes(<parts.StillFrame name="a" isPassed />)).toBe("frame passed");
});

test("a sample person's face is drawn, or their initials if the browser saves data", () => {
  const face = <parts.TeamFace id="jo" name="Jo Sample" />;
  expect(outline(face)).toEqual(["(/pictures/team/jo.avif)"]);
  expect(outline(saving(face))).toEqual(["JS"]);
});

test("tables scroll by keyboard, headings have a scope, and pictures load late", () => {
  const table = { tag: "table" as const, children: [{ tag: "th" as const, children: ["A"] }] };
  const html = (node: Parameters<typeof parts.ProseText>[0]["nodes"][number]) =>
    render(<parts.ProseText nodes={[node]} />).html;
  expect(html(table)).toBe(
    '<div class="prose"><section class="table-frame" aria-label="Table" tabindex="0"><table class="compare"><th scope="col">A</th></table></section></div>',
  );
  expect(html({ tag: "img", src: "/a.webp", alt: "A" })).toContain(
    '<img src="/a.webp" alt="A" loading="lazy"/>',
  );
  expect(html({ tag: "a", href: "/a", children: ["A"] })).toContain('<a href="/a">A</a>');
  expect(html({ tag: "hr" })).toContain("<hr/>");
});

test("a single question starts unfolded, and an answer may have a picture", () => {
  const questions = ["a", "b"].map((id) => ({ id, question: `${id}?`, body: prose }));
  expect(outline(<parts.QuestionList questions={questions} pictures={{ b: "PICTURE" }} />)).toEqual([
    ...["details{name=question}", "a?", "Text", "details{name=question}", "b?", "PICTURE", "Text"],
  ]);
  expect(outline(<parts.QuestionList questions={questions.slice(1)} />)[0]).toBe(
    "details{name=question, open}",
  );
});

test("a post's picture, its facts, and where to apply for a job", () => {
  expect(render(<parts.PostPicture id="a" />).html).toMatch(
    /src="\/pictures\/blog\/a-360.avif".*width="360".*"lazy"/,
  );
  expect(render(<parts.PostPicture id="a" isLarge />).html).toMatch(
    /src="\/pictures\/blog\/a.avif".*"eager"/,
  );
  const post = {
    id: "a",
    category: "Creator Tips",
    date: "2026-11-02",
    words: 460,
    author: "jo",
    authorName: "Jo",
  };
  const facts = post as ComponentProps<typeof parts.PostFacts>["post"];
  expect(outline(<parts.PostFacts post={facts} />)).toEqual([
    "Creator Tips · Nov 2, 2026 · 2 min read · by [Jo](/team/jo) (sample author)",
  ]);
  expect(outline(<parts.PostByline post={facts} />)).toEqual([
    ...["(/pictures/team/jo.avif)", "[Jo](/team/jo) (sample author)", "Nov 2, 2026 · 2 min read"],
  ]);
  const link = (address: string) => outline(<parts.ApplicationsLink address={address} subject="A & B" />);
  expect(link("jobs@example.com")).toEqual([
    "[jobs@example.com](mailto:jobs@example.com?subject=A%20%26%20B) (a sample address)",
  ]);
  expect(link("jobs@a.test")).toEqual(["[jobs@a.test](mailto:jobs@a.test?subject=A%20%26%20B)"]);
});

test.each([
  ["/matches?page=2", "your matches", "%2Fmatches%3Fpage%3D2"],
  ["/creator-dashboard", "your creator dashboard", "%2Fcreator-dashboard"],
  ["/settings", "that page", "%2Fsettings"],
  ["toString", "that page", "toString"],
])("a guest who was sent here from %s signs in to see %s", (from, page, target) => {
  expect(outline(<parts.CameFrom from={from} />)).toEqual([
    `You're signed out. Please sign in to see ${page}.`,
    `[Sign In](/login?redirectTo=${target})`,
  ]);
});

test("a legal text links to its chapters", () => {
  const chapter = { tag: "h2" as const, id: "scope", children: ["Scope"] };
  const text = { title: "Terms", updated: "2026-11-02", body: [...prose, chapter] };
  expect(
    outline(<LegalPage text={text as ComponentProps<typeof LegalPage>["text"]}>Short version</LegalPage>),
  ).toEqual([
    ...["nav{aria-label=On this page} [Scope](#scope)", "Terms", "Last updated November 2, 2026"],
    ...["Short version", "Text", "Scope"],
  ]);
});

const words = { summary: "S", features: ["F"], missing: ["M"], coming: ["C"] };
const price = { cents: 2_499, interval: "month" as const, per: "per month", note: "N" };
const link = { to: "/pay", label: "Subscribe" };
const card = (change: Partial<ComponentProps<typeof PlanCard>>) =>
  outline(<PlanCard name="pro" words={words} price={price} choice={null} {...change} />);

test("a plan's card offers what its reader can do", () => {
  expect(card({})).toEqual([
    "Pro",
    "S",
    "$24.99 per month",
    "N",
    "F",
    "M( (not included))",
    "C, coming soon",
  ]);
  const changes = (change: Parameters<typeof card>[0]) => changesBetween(card({}), card(change));
  expect(changes({ isOwn: true })).toEqual(["- Pro", "+ Pro Your Plan"]);
  expect(changes({ choice: { note: "Current Plan" } })).toEqual(["+ [Current Plan]{disabled}"]);
  expect(changes({ choice: { link } })).toEqual(["+ [Subscribe](/pay)"]);
  expect(changes({ name: "agency" })).toEqual(["- Pro", "+ Agency"]);
  expect(changes({ name: "agency", choice: { link } })).toEqual([
    ...["- Pro", "+ Agency", "+ [Talk to Sales](/contact?subject=partnership) [Subscribe](/pay)"],
  ]);
});

test.each([
  ["pro", "plan film", ["primary"]],
  ["agency", "plan", ["secondary", "quiet"]],
  ["free", "plan", ["secondary"]],
] as const)("of the plans, only Pro stands out: %s", (name, look, kinds) => {
  const { html } = render(<PlanCard name={name} words={words} price={price} choice={{ link }} />);
  expect(/<article class="([^"]*)"/.exec(html)?.[1]).toBe(look);
  expect([...html.matchAll(/btn-(\w+)/g)].map(([, kind]) => kind)).toEqual(kinds);
  expect(html.includes('class="mark"')).toBe(name === "pro");
});

const picture = (mediaId: string, width = 16) => ({
  mediaId,
  width,
  height: 9,
  widths: [320, 640],
  tone: null,
});
const rae = {
  ...{ personId: "r", name: "Rae", avatarUrl: null, craft: "UI/UX Designer" },
  pictures: [picture("1"), picture("2")] as [ReturnType<typeof picture>, ReturnType<typeof picture>],
};

test("the contact sheet shows people's covers, and then crafts that need people", () => {
  const crafts = [
    { name: "Writer", people: 3 },
    { name: "Video Editor", people: 0 },
  ];
  const sheet = (
    <WorkSheet
      people={[rae, { ...rae, personId: "c", name: "Cleo", craft: null }]}
      crafts={crafts as never}
    />
  );
  expect(outline(sheet)).toEqual([
    "ul{aria-label=Contributors and their work}",
    "[(/media/1/320.webp) Rae UI/UX designer](/profile/r)",
    "[(/media/1/320.webp) Cleo ](/profile/c)",
    "[Writer 3 vetted so far](/contributors/writers)",
    "[Video Editor You could be the first](/onboarding)",
  ]);
  const { html } = render(sheet);
  expect(html.match(/class="mark"/g)).toHaveLength(1);
  expect(html.match(/--tone:#\w+/g)).toEqual(["--tone:#7a4a18", "--tone:#134f42"]);
});

test.each([
  [13.5, "frame whole"],
  [13.6, "frame"],
  [18.8, "frame"],
  [19, "frame whole"],
])("a picture of %s to 9 is in a %s", (width, look) => {
  const person = { ...rae, pictures: [picture("1", width)] as [ReturnType<typeof picture>] };
  expect(render(<WorkSheet people={[person]} crafts={[]} />).html).toContain(`<span class="${look}">`);
});

test("the first six frames load right away, and the first and the seventh are circled", () => {
  const people = Array.from({ length: 8 }, (_, index) => ({ ...rae, personId: `${index}` }));
  const { html } = render(<WorkSheet people={people} crafts={[]} />);
  expect(html.match(/loading="\w+"/g)?.map((text) => text.slice(9, -1))).toEqual([
    ...["eager", "eager", "eager", "eager", "eager", "eager", "lazy", "lazy"],
  ]);
  expect(
    html
      .split("<li")
      .map((frame) => frame.includes('class="mark"'))
      .indexOf(true, 2),
  ).toBe(7);
});

test("the strip shows two pieces of work, a face and a craft", () => {
  expect(outline(<WorkStrip people={[rae]} />)).toEqual([
    "[(/media/1/320.webp) (/media/2/320.webp) R Rae UI/UX Designer](/profile/r)",
  ]);
});

const gate = (view: ComponentProps<typeof DiscoverGate>["gate"]) =>
  outline(<DiscoverGate gate={view}>STYLES</DiscoverGate>);
const contributors = "[See contributors](/contributors)";

test("who can't swipe yet is told what to do first", () => {
  expect(gate({ view: "guest", place: "/discover?from=5", people: [] })).toEqual([
    ...["STYLES", "Please log in to view service providers."],
    "See who fits, with a score and the reasons for it. It's free to look.",
    `[Log In / Sign Up](/login?redirectTo=%2Fdiscover%3Ffrom%3D5) ${contributors}`,
  ]);
  expect(gate({ view: "newcomer", people: [] })).toEqual([
    ...["STYLES", "Build your profile to see who fits"],
    "We build your deck from your profile: what you need or what you offer.",
    `[Build my profile](/onboarding) ${contributors}`,
  ]);
  const waiting = gate({ view: "waiting", isRejected: false });
  expect(waiting.filter((line) => !line.includes("/pictures/"))).toEqual([
    "Your profile isn't approved yet",
    "Once it's approved, you'll see creators here and they'll see you.",
    "[Add work](/profile/work/new) [Go to your dashboard](/dashboard)",
  ]);
  expect(gate({ view: "waiting", isRejected: true })).toContain("Your profile wasn't approved");
  expect(gate({ view: "hidden", mini: null })).toEqual([
    "Your profile is hidden",
    "You can't swipe while your profile is hidden. Your profile page says why.",
    "[Go to your profile](/profile)",
  ]);
});

test("behind the gate is people's work, or one's own card", async () => {
  await loadParts(["WorkStrip", "MiniCard"]);
  expect(gate({ view: "newcomer", people: [rae] }).slice(0, 3)).toEqual([
    ...["STYLES", "div{inert}", "[(/media/1/320.webp) (/media/2/320.webp) R Rae UI/UX Designer](/profile/r)"],
  ]);
  const mini = { personId: "r", name: "Rae", avatarUrl: null, line: "Writer", likesYou: false };
  expect(gate({ view: "hidden", mini: { ...mini, pictures: [], title: "Hi" } }).slice(0, 2)).toEqual([
    ...["div{inert} STYLES", "[Hi R Rae Writer](/profile/r)"],
  ]);
});
