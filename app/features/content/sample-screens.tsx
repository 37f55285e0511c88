import { Cover } from "~/features/portfolio/components/cover";
import { Avatar } from "~/ui/avatar";
import { ChipList } from "~/ui/chip-list";
import { Icon } from "~/ui/icon";
import { sampleCard, sampleTalk } from "./landing";

/** Their ids and styles select the drawings. */
const covers = {
  editor: { personId: "sample-editor-2", styleIds: [5, 2], picture: null },
  creator: { personId: "sample-creator", styleIds: [3, 6], picture: null },
};

/** Two screens of the product, made from its own parts. Nothing in them can be pressed. */
export function SampleScreens() {
  return (
    <div className="screens">
      <figure>
        <div className="screen">
          <Cover cover={covers.editor} sizes="20rem" />
          <div className="screen-who">
            <Avatar name={sampleCard.name} size="medium" />
            <p>
              <strong>{sampleCard.name}</strong>
              <br />
              <span className="muted">{sampleCard.role}</span>
            </p>
          </div>
          <p>
            <strong className="badge band-90">{sampleCard.match}</strong>
          </p>
          <ChipList names={sampleCard.reasons} strong={sampleCard.reasons} />
          <p className="row screen-buttons" aria-hidden="true">
            <span className="btn btn-secondary">
              <Icon name="pass" />
              Pass
            </span>{" "}
            <span className="btn btn-secondary">
              <Icon name="heart" />
              Like
            </span>
          </p>
        </div>
        <figcaption>A sample card: who they are, how well you match and why.</figcaption>
      </figure>
      <figure>
        <div className="screen">
          <div className="screen-seam">
            <Cover cover={covers.creator} sizes="12rem" className="cover cover-whole" />
            <Cover cover={covers.editor} sizes="12rem" className="cover cover-whole" />
          </div>
          <p className="screen-match">
            <strong>It's a match</strong>
          </p>
          <ul className="screen-talk">
            {sampleTalk.map(({ who, text }) => (
              <li key={text} className={who === "You" ? "screen-mine" : undefined}>
                <span className="visually-hidden">{who}: </span>
                {text}
              </li>
            ))}
          </ul>
        </div>
        <figcaption>You liked each other, so you can talk.</figcaption>
      </figure>
    </div>
  );
}
