import { adminPaths } from "~/admin-paths";
import { optionsOf, timeOrders } from "~/list-query";
import { ListFilters, SearchField } from "~/ui/list-frame";
import { Select } from "~/ui/select";
import { planLabels } from "../plan";
import {
  isFilteredSubscriptions,
  type SubscriptionFilter,
  subscriptionQueryOf,
} from "../subscription-filter";

export function SubscriptionSearch({ filter }: { filter: SubscriptionFilter }) {
  return (
    <ListFilters
      label="Subscriptions"
      action={adminPaths.subscriptions()}
      here={adminPaths.subscriptions(subscriptionQueryOf(filter))}
      button="Search"
      clear={isFilteredSubscriptions(filter) && { to: adminPaths.subscriptions(), label: "Show all" }}
    >
      <SearchField label="Person" hint="Email, name or id" value={filter.q} />
      <Select
        label="Plan"
        hint="In force now"
        name="plan"
        emptyLabel="Any"
        options={optionsOf(planLabels)}
        defaultValue={filter.plan}
      />
      <Select label="Order" name="sort" options={optionsOf(timeOrders)} defaultValue={filter.sort} />
    </ListFilters>
  );
}
