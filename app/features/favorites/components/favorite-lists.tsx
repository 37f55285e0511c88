import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { Card, Link, SubmitButton } from "~/ui/parts";
import { ListsNeedPro } from "./list-parts";

/** Without `canAdd`, a favorite can only be taken out of lists. */
export function FavoriteLists({
  lists,
  chosen,
  canAdd,
}: {
  lists: readonly { id: string; name: string }[];
  chosen: readonly string[];
  canAdd: boolean;
}) {
  return (
    <Card title="Lists">
      {!canAdd && <ListsNeedPro hasLists={lists.length > 0} />}
      {lists.length > 0 && (
        <Form className="stack" id="lists" tabIndex={-1}>
          <fieldset className="field">
            <legend className="visually-hidden">Lists</legend>
            {lists.map(({ id, name }) => {
              const isIn = chosen.includes(id);
              return (
                <label key={id} className="check">
                  <input
                    type="checkbox"
                    name="lists"
                    value={id}
                    defaultChecked={isIn}
                    disabled={!canAdd && !isIn}
                  />
                  {name}
                </label>
              );
            })}
          </fieldset>
          <div>
            <SubmitButton name="intent" value="lists" kind="secondary" small pending="Saving...">
              Save lists
            </SubmitButton>
          </div>
        </Form>
      )}
      {canAdd && (
        <Link to={paths.savedLists()}>{lists.length > 0 ? "Manage your lists" : "Create a list"}</Link>
      )}
    </Card>
  );
}
