import { adminPaths } from "~/admin-paths";
import { optionsOf, timeOrders } from "~/list-query";
import { ListFilters, SearchField } from "~/ui/list-frame";
import { Select } from "~/ui/select";
import { type RefundFilter, refundQueryOf, refundStates } from "../refunds";

export function RefundFilters({ filter }: { filter: RefundFilter }) {
  return (
    <ListFilters
      label="Refunds"
      action={adminPaths.refunds()}
      here={adminPaths.refunds(refundQueryOf(filter))}
      button="Show refunds"
      clear={filter.q !== "" && { to: adminPaths.refunds(), label: "Show all that wait" }}
    >
      <SearchField label="Person" hint="Email, name or id" value={filter.q} />
      <Select label="State" name="state" options={optionsOf(refundStates)} defaultValue={filter.state} />
      <Select
        label="Order"
        name="sort"
        hint="Usual: longest waiting, or last decided, first"
        emptyLabel="Usual"
        options={optionsOf(timeOrders)}
        defaultValue={filter.sort}
      />
    </ListFilters>
  );
}
