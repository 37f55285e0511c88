import { CutPair } from "~/features/catalog/components/stills";
import type { FramedSample } from "~/features/portfolio/sample";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import { Avatar } from "~/ui/avatar";
import { Dialog } from "~/ui/dialog";
import { Field } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Badge, ButtonLink, Card, EmptyState } from "~/ui/parts";
import { ToastBox } from "~/ui/toast";
import { Pair } from "./pair";

const people = ["Maya Chen", "Leo Park", "Zoë Okafor", "Ivo Marin", "Ana Ruiz", "Tom"];

/** Containers, and what appears on top of the page. */
export function Boxes({ work }: { work: FramedSample[] }) {
  const liked = work.find(({ picture }) => picture)?.picture;
  return (
    <>
      <Pair title="Card">
        {() => (
          <Card title="Ends where its content ends">
            <p>One thing, and what you can do with it.</p>
          </Card>
        )}
      </Pair>
      <Pair title="Nothing here yet: with the logo's empty frames, with a cut that's missing work, or with two styles">
        {() => (
          <>
            <EmptyState
              title="No matches yet"
              action={<ButtonLink to={sitePaths.devKit("boxes")}>Start swiping</ButtonLink>}
            >
              Every empty list says what comes next.
            </EmptyState>
            <EmptyState
              title="Nothing saved yet"
              picture={
                <div className="cutpair" aria-hidden="true">
                  <span className="frame" />
                  <span className="frame" />
                </div>
              }
            >
              People you save will be here.
            </EmptyState>
            <EmptyState
              title="No projects yet"
              picture={<CutPair styles={["Raw/Unfiltered", "Cinematic"]} />}
            >
              Projects you post will be here.
            </EmptyState>
          </>
        )}
      </Pair>
      <Pair title="Toasts: done, done with the frame that was liked, failed">
        {() => (
          <>
            <ToastBox toast={{ title: "Profile saved", text: "Everyone can see it now." }} />
            {liked && (
              <ToastBox
                toast={{
                  title: "You like Maya Okafor",
                  liked: {
                    src: paths.media(liked.mediaId, `${liked.widths[0]}.webp`),
                    width: liked.width,
                    height: liked.height,
                  },
                }}
              />
            )}
            <ToastBox
              toast={{ title: "Error saving profile", text: "Please try again.", tone: "destructive" }}
            />
          </>
        )}
      </Pair>
      <Pair title="Notices: good to know, a warning, a refusal, a quote">
        {() => (
          <>
            <p className="notice">We'll turn this Like into a match as soon as your plan has room.</p>
            <p className="notice tone-warning">Two swipes left today. They reset at midnight.</p>
            <p className="notice tone-negative">Your card was declined. Nothing was charged.</p>
            <blockquote className="notice mail-text">Please add two samples of your own work.</blockquote>
          </>
        )}
      </Pair>
      <Pair title="Rows that are links">
        {(scheme) => (
          <ul className="link-rows" aria-label={`Waiting, ${scheme}`}>
            {["Profiles to review", "Reports"].map((what, index) => (
              <li key={what}>
                <a href={sitePaths.devKit("boxes")}>
                  <strong>{index + 3}</strong> <span>{what}</span> <Icon name="next" />
                </a>
              </li>
            ))}
          </ul>
        )}
      </Pair>
      <Pair title="Rows: a face, words, and when; the whole row is a link">
        {(scheme) => (
          <ul className="rows" aria-label={`Rows, ${scheme}`}>
            {people.slice(0, 2).map((name, index) => (
              <li key={name}>
                <span className="faces">
                  <Avatar name={name} size="medium" />
                  {index === 1 && <Avatar name="Ana Ruiz" size="medium" />}
                </span>{" "}
                <div className="txt">
                  <a className="over-link" href={sitePaths.devKit("boxes")}>
                    {index === 0 ? name : "9 people applied"}
                  </a>
                  <p className="cut1">Do you want the flat export or my grade on top?</p>
                </div>{" "}
                <div className="end">
                  <span>10:42 AM</span> {index === 0 ? <span className="dot" /> : <Badge>4 new</Badge>}
                </div>
              </li>
            ))}
          </ul>
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
    </>
  );
}

const back = sitePaths.devKit("boxes");

/** The dialog covers everything, so it gets its own view. On phones, it comes from the bottom edge. */
export function OpenDialog() {
  return (
    <Dialog title="Limit Reached" closeTo={back}>
      <p>Says what happened and what to do next.</p>
      <ButtonLink to={back}>Understood</ButtonLink>
    </Dialog>
  );
}

/** A dialog whose middle scrolls and whose button stays in view. */
export function OpenDrawer() {
  return (
    <Dialog title="Filters" closeTo={back} closeLabel="Close filters">
      <form className="stack" aria-label="Filters" action={back}>
        {Array.from({ length: 12 }, (_, index) => `Choice ${index + 1}`).map((label) => (
          <Field key={label} label={label} name={label} id={label.replace(" ", "-")} />
        ))}
        <div className="picker-foot">
          <ButtonLink to={back}>Show 14 people</ButtonLink>
        </div>
      </form>
    </Dialog>
  );
}
