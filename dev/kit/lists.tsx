import { sitePaths } from "~/site-paths";
import { AdminList, AdminTable } from "~/ui/admin-list-view";
import { CasePage, KeyWords, ToDecision } from "~/ui/case-page";
import { KeyCap } from "~/ui/keys";
import { Badge, Button, Link } from "~/ui/parts";
import { Pair } from "./pair";

const here = sitePaths.devKit("lists");
const kinds = ["Any", "Creators", "Contributors"];

type Frame = Parameters<typeof AdminList>[0]["frame"];

/** @param scheme keeps the light and the dark copy's IDs apart */
const frameOf = (scheme: string, rest: Partial<Frame>): Frame => ({
  ...{
    label: `Find people, ${scheme}`,
    button: "Search",
    path: here,
    file: here,
    start: here,
    pager: "More people",
  },
  ...{
    clear: null,
    notice: null,
    empty: null,
    isMore: false,
    words: ["person", "people"],
    isFirst: true,
    next: null,
  },
  count: 1,
  fields: [
    {
      name: `q-${scheme}`,
      kind: "search",
      label: "Name",
      hint: "Any part of the name",
      options: [],
      value: "",
    },
    {
      ...{ name: `kind-${scheme}`, kind: "choice", label: "Side", value: "" },
      options: kinds.map((label) => ({ value: label, label })),
    },
    { name: `day-${scheme}`, kind: "day", label: "Joined", options: [], value: "" },
  ],
  chips: [],
  ...rest,
});

const chip = { to: here, isOn: false, removes: false };
const chosen = [
  { ...chip, label: "Creators", isOn: true, removes: true },
  { ...chip, label: "Joined", day: "2026-11-09", isOn: true, removes: true },
];
const clear = { to: here, label: "Show all" };

function Table() {
  return (
    <AdminTable heads={["Name", "State", "Joined"]}>
      {["Maya Okafor", "A name so long that it wraps on a phone and in its column"].map((name, index) => (
        <tr key={name}>
          <th scope="row">
            <Link to={here}>{name}</Link>
          </th>
          <td data-label="State">
            <Badge tone={index === 0 ? "positive" : "warning"}>{index === 0 ? "Approved" : "Pending"}</Badge>
          </td>
          <td data-label="Joined">Nov 19, 2026</td>
        </tr>
      ))}
    </AdminTable>
  );
}

/** Lists with their filters, and tables. */
export function Lists() {
  return (
    <>
      <Pair title="Finder and table: choices as chips, and rows that become cards below 1024 px">
        {(scheme) => (
          <AdminList
            title="People"
            frame={frameOf(`all-${scheme}`, {
              chips: kinds.map((label, index) => ({ ...chip, label, isOn: index === 0 })),
              ...{ count: 200, isMore: true, next: here },
            })}
          >
            <Table />
          </AdminList>
        )}
      </Pair>
      <Pair title="Filtered: each chip removes its filter">
        {(scheme) => (
          <AdminList
            title="People"
            frame={frameOf(`some-${scheme}`, {
              ...{ chips: chosen, clear, isFirst: false },
              notice: "More people match than we can show. Type more of the name.",
            })}
          >
            <Table />
          </AdminList>
        )}
      </Pair>
      <Pair title="Nothing found">
        {(scheme) => (
          <AdminList
            title="People"
            frame={frameOf(`none-${scheme}`, { chips: chosen, clear, empty: "No one matches" })}
          >
            <Table />
          </AdminList>
        )}
      </Pair>
    </>
  );
}

const places = {
  waiting: { at: 2, count: 5, isMore: false, previous: "1", next: ["3"] },
  decided: { at: null, count: 200, isMore: true, previous: null, next: [] },
};

/**
 * A case that gets a page to itself, because its keys work on the whole page.
 * @param isDecided whether it has been decided, with no other case waiting
 */
export function OpenCase({ isDecided = false }: { isDecided?: boolean }) {
  return (
    <CasePage
      title="Refund for Dana Ridge"
      place={isDecided ? places.decided : places.waiting}
      caseAt={() => sitePaths.devKit("case")}
      list={{ to: sitePaths.devKit("decided"), label: "All refunds" }}
      keys={<KeyWords cap="A">approve</KeyWords>}
      notice={isDecided && <p className="notice">Another admin has already decided this.</p>}
      decision={
        isDecided ? (
          <p>
            <Badge tone="positive">Approved</Badge>
          </p>
        ) : (
          <section id="decide" className="stack">
            <h2>Decide</h2>
            <Button type="button" data-key="a">
              Approve <KeyCap of="A" />
            </Button>
            <Button type="button" kind="secondary">
              Decline
            </Button>
          </section>
        )
      }
      more={<p className="muted">Below the facts; on phones, below the decision.</p>}
    >
      <dl className="facts">
        <div>
          <dt>Requested</dt>
          <dd>3 days ago</dd>
        </div>
        <div>
          <dt>Paid</dt>
          <dd>$24.99</dd>
        </div>
      </dl>
      <p>“I found someone elsewhere before my first match.”</p>
      {!isDecided && <ToDecision />}
    </CasePage>
  );
}
