import { expect, test } from "vitest";
import { outline } from "../../../../tests/support/outline";
import { render } from "../../../../tests/support/rendering";
import { sample } from "../../../../tests/support/samples";
import type { VettingView } from "../reviewing.server";
import { JustReviewed, ReviewDecision, ReviewWork } from "./review-case";
import { RejectForm } from "./vetting";

const at = "2026-11-20T12:00:00Z";
const bare: VettingView = {
  ...{ contributorId: "1", name: "Ana Reyes", services: [], portfolioUrl: null, submittedAt: at },
  ...{ status: "pending", earlier: [], canUndo: false, samples: [], avatarUrl: null, location: "", bio: "" },
  ...{ isConfirmed: false, joinedAt: "2026-11-18T12:00:00Z" },
};
const samples = ["a", "b", "c"].map((id) => sample(id));
const full: VettingView = {
  ...{ ...bare, services: ["Editor", "Colorist"], portfolioUrl: "https://ana.test/", samples },
  ...{ avatarUrl: "/avatars/1", location: "Austin, TX", bio: "I cut films.", isConfirmed: true },
  earlier: [{ at: "2026-11-19T12:00:00Z", reason: "More work." }],
};

const frame = (id: string, list = "") =>
  `[(/media/${id}/640.webp) Work ${id} ](/view/sample/${id}?from=%2Fadmin%2Fcontributors%2F1${list}%23work-${id})`;

test("an admin sees a contributor's work first, then who they are, what they offer and earlier decisions", () => {
  const name = "[Ana Reyes](/profile/1)";
  expect(outline(<ReviewWork person={bare} />)).toEqual([
    "AR",
    `h2{tabindex=-1} ${name}`,
    "joined Nov 18, 2026",
  ]);
  expect(outline(<ReviewWork person={full} />)).toEqual([
    ...["ul{aria-label=Work by Ana Reyes}", frame("a"), frame("b"), frame("c")],
    ...["(/avatars/1-320.webp)", `h2{tabindex=-1} ${name}`, "Editor · Austin, TX · joined Nov 18, 2026"],
    ...["I cut films.", "ul{aria-label=Services}", "Editor", "Colorist"],
    ...["Sent back on Nov 19, 2026:", "More work."],
  ]);
  const located = outline(<ReviewWork person={{ ...bare, location: "Austin, TX" }} />);
  expect(located.at(-1)).toBe("Austin, TX · joined Nov 18, 2026");
  // The viewer returns to the case within the list.
  const place = { at: "/admin/contributors/1?list=q%3Dana" };
  expect(outline(<ReviewWork person={full} />, undefined, place)[1]).toBe(frame("a", "%3Flist%3Dq%253Dana"));
});

const form = (query = "") => `form{action=/admin/contributors/1${query}}`;
const approve = "[Approve( Ana Reyes) ]{pending=Approving..., name=decision, value=approve}";
const reject = ["[Reject](#decide)", "section{aria-labelledby=reject}", "Reject or ask for changes"];
const facts = (...lines: string[]) => ["section{aria-labelledby=facts}", "Facts", ...lines];
const submitted = "Submitted Nov 20, 2026";
const bareFacts = facts("Email not confirmed", "No samples", "No location", "No portfolio link", submitted);

test("an admin sees what speaks for a contributor, and approves or rejects them", () => {
  expect(outline(<ReviewDecision person={bare} />)).toEqual([
    ...[...bareFacts, `${form()} ${approve}`, ...reject],
    ...outline(<RejectForm contributorId="1" className="" />),
  ]);
  expect(outline(<ReviewDecision person={full} />).slice(0, 7)).toEqual([
    ...facts("Email confirmed", "3 samples", "Profile says Austin, TX"),
    "[Portfolio( of Ana Reyes (opens in a new tab))](https://ana.test/){target=_blank, rel=noopener nofollow}",
    submitted,
  ]);
});

test("what's missing is marked as such, also if there are fewer than three samples", () => {
  const gaps = (change: Partial<VettingView>) =>
    [
      ...render(<ReviewDecision person={{ ...full, ...change }} />).html.matchAll(
        /<li class="[^"]*\bno\b.*?<span>(.*?)<\/span>/g,
      ),
    ].map(([, words]) => words);
  expect(gaps(bare)).toEqual(["Email not confirmed", "No samples", "No location", "No portfolio link"]);
  expect(gaps({ samples: samples.slice(0, 1) })).toEqual(["1 sample"]);
  expect(gaps({ samples: samples.slice(0, 2) })).toEqual(["2 samples"]);
  expect(gaps({})).toEqual([]);
});

test("a refused rejection keeps its values and the list to return to", () => {
  const refused = { pick: ["own"], reason: "Hm", back: "/back", error: ["Too long."] };
  expect(outline(<ReviewDecision person={bare} refused={refused} />)).toEqual([
    ...[...bareFacts, `${form()} {type=hidden, name=back, value=/back} ${approve}`, ...reject],
    ...outline(<RejectForm contributorId="1" rejection={refused} back="/back" className="" />),
  ]);
});

const undo = (what: string) => `[Undo ${what}( of Ana Reyes)]{pending=Undoing..., name=decision, value=undo}`;

test.each<[Partial<VettingView>, string[]]>([
  [{ status: "approved" }, ["Approved"]],
  [{ status: "approved", canUndo: true }, ["Approved", `${form()} ${undo("approval")}`]],
  [{ status: "rejected", canUndo: true }, ["Rejected", `${form()} ${undo("rejection")}`]],
])("a case that's %j can't be decided again, only undone for a while", (change, lines) => {
  expect(outline(<ReviewDecision person={{ ...bare, ...change }} />)).toEqual([...bareFacts, ...lines]);
});

test("the next case names the person who was just reviewed, with Undo", () => {
  const place = { at: "/admin/contributors/2?list=q%3Dana" };
  const shown = (status: VettingView["status"]) =>
    outline(<JustReviewed person={{ ...bare, status }} />, undefined, place);
  expect(shown("approved")).toEqual(["Ana Reyes approved.", `${form("?list=q%3Dana")} ${undo("approval")}`]);
  expect(shown("rejected")).toEqual([
    "Ana Reyes sent back.",
    `${form("?list=q%3Dana")} ${undo("rejection")}`,
  ]);
});
