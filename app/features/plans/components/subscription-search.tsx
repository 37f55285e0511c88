import { adminPaths } from "~/admin-paths";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Form } from "~/ui/form";
import { Link } from "~/ui/link";
import { Select } from "~/ui/select";
import { type PlanName, planLabels } from "../plan";

const plans = Object.entries(planLabels).map(([value, label]) => ({ value, label }));

const sorts = [
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
];

/** One GET form, so that a search has an address. */
export function SubscriptionSearch({
  q,
  plan,
  sort,
}: {
  q: string;
  plan: PlanName | null;
  sort: "newest" | "oldest";
}) {
  return (
    <Form
      method="get"
      action={adminPaths.subscriptions()}
      className="stack"
      role="search"
      aria-label="Subscriptions"
      key={`${q} ${plan} ${sort}`}
    >
      <div className="admin-filters">
        <Field
          label="Person"
          hint="Email, name or id"
          type="search"
          name="q"
          maxLength={320}
          defaultValue={q}
          autoComplete="off"
        />
        <Select
          label="Plan"
          hint="In force now"
          name="plan"
          emptyLabel="Any"
          options={plans}
          defaultValue={plan ?? ""}
        />
        <Select label="Order" name="sort" options={sorts} defaultValue={sort} />
      </div>
      <div className="row">
        <Button kind="secondary">Search</Button>{" "}
        {(q || plan) && (
          <Link to={adminPaths.subscriptions()} className="btn btn-quiet">
            Show all
          </Link>
        )}
      </div>
    </Form>
  );
}
