import { sitePaths } from "~/site-paths";
import { Avatar } from "~/ui/avatar";
import { CompareTable } from "~/ui/compare-table";
import { Dialog } from "~/ui/dialog";
import { ButtonLink, Card, EmptyState } from "~/ui/parts";
import { ToastBox } from "~/ui/toast";
import { Pair } from "./pair";

const people = ["Maya Chen", "Leo Park", "Zoë Okafor", "Ivo Marin", "Ana Ruiz", "Tom"];

/** Containers, and what lies over the page. */
export function Boxes() {
  return (
    <>
      <Pair title="Card">
        {() => (
          <Card title="Ends where its content ends">
            <p>One thing, and what can be done with it.</p>
          </Card>
        )}
      </Pair>
      <Pair title="Nothing here yet">
        {() => (
          <EmptyState
            title="No matches yet"
            action={<ButtonLink to={sitePaths.devKit("boxes")}>Start swiping</ButtonLink>}
          >
            Every empty list says what comes next.
          </EmptyState>
        )}
      </Pair>
      <Pair title="Toasts: done, failed">
        {() => (
          <>
            <ToastBox toast={{ title: "Profile saved", text: "Others see it now.", tone: "plain" }} />
            <ToastBox
              toast={{ title: "Error saving profile", text: "Please try again.", tone: "destructive" }}
            />
          </>
        )}
      </Pair>
      <Pair title="Notice, quote">
        {() => (
          <>
            <p className="notice">Your Like is kept: it becomes a match as soon as your plan has room.</p>
            <blockquote className="notice mail-text">Please add two samples of your own work.</blockquote>
          </>
        )}
      </Pair>
      <Pair title="Faces: three sizes, initials without a picture">
        {() => (
          <>
            <div className="row">
              {people.map((name) => (
                <Avatar key={name} name={name} size="small" />
              ))}
            </div>
            <div className="row">
              <Avatar name="Maya Chen" size="medium" />
              <Avatar name="Leo Park" size="large" />
            </div>
          </>
        )}
      </Pair>
      <Pair title="Side by side">
        {() => (
          <CompareTable
            items={people.slice(0, 3)}
            keyOf={(name) => name}
            headOf={(name) => name}
            rows={[
              ["Services", () => "Long-form editing\nShorts"],
              ["Experience", () => "5 years"],
            ]}
          />
        )}
      </Pair>
    </>
  );
}

/** It covers everything, so it gets its own view. */
export function OpenDialog() {
  return (
    <Dialog title="Limit Reached" closeTo={sitePaths.devKit("boxes")}>
      <p>Says what happened, and what can be done.</p>
      <ButtonLink to={sitePaths.devKit("boxes")}>Understood</ButtonLink>
    </Dialog>
  );
}
