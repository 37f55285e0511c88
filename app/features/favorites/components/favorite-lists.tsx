import { Fragment } from "react";
import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { Link, SubmitButton } from "~/ui/parts";
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
    <section className="stack">
      <h2>Lists</h2>
      {!canAdd && <ListsNeedPro hasLists={lists.length > 0} />}
      {lists.length > 0 && (
        <Form className="stack" id="lists" tabIndex={-1}>
          <fieldset>
            <legend className="visually-hidden">Lists</legend>
            <div className="chips">
              {lists.map(({ id, name }) => {
                const isIn = chosen.includes(id);
                return (
                  <Fragment key={id}>
                    <label>
                      <input
                        type="checkbox"
                        name="lists"
                        value={id}
                        defaultChecked={isIn}
                        disabled={!canAdd && !isIn}
                      />
                      {name}
                    </label>{" "}
                  </Fragment>
                );
              })}
            </div>
          </fieldset>
          <SubmitButton name="intent" value="lists" kind="secondary" small pending="Saving...">
            Save lists
          </SubmitButton>
        </Form>
      )}
      {canAdd && (
        <p>
          <Link to={paths.savedLists()}>{lists.length > 0 ? "Manage your lists" : "Create a list"}</Link>
        </p>
      )}
    </section>
  );
}
