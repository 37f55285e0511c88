import { Frame } from "~/features/media/components/frame";
import { Picture, toneStyle } from "~/features/media/components/picture";
import { DrawnCover } from "~/features/portfolio/components/cover";
import type { FramedSample } from "~/features/portfolio/sample";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import { Avatar, SavesDataContext } from "~/ui/avatar";
import { Mark } from "~/ui/mark";
import { Pair } from "./pair";
import { isUpright } from "./shapes";

const here = sitePaths.devKit("film");
const sizes = "(min-width: 64rem) 20rem, 60vw";

/** Leaves out the ID that the viewer returns to, because each frame is here twice. */
function Work({ sample: { id, title, picture } }: { sample: FramedSample }) {
  const to = paths.view("sample", id, { from: here });
  return <Frame to={to} title={title} showsTitle picture={picture} sizes={sizes} />;
}

/** A sound's waveform. */
const peaks = Array.from({ length: 120 }, (_, at) => Math.round(100 * Math.abs(Math.sin(at / 9))));

/** Everything that shows people's work: frames, sheets, marks and seams. */
export function Film({ work }: { work: FramedSample[] }) {
  const upright = work.filter(isUpright);
  const wide = work.filter((sample) => sample.picture && !isUpright(sample));
  const [one, two] = wide;
  const mixed = [...wide.slice(0, 3), ...upright.slice(0, 2), ...wide.slice(3, 5)];
  return (
    <>
      <Pair title="A frame: with its title and length in a pill, with a length, with neither">
        {() => (
          <>
            {wide.slice(0, 1).map(({ title, picture }) => (
              <Frame
                key={title}
                title={title}
                showsTitle
                isVideo
                note="0:48"
                picture={picture}
                sizes={sizes}
              />
            ))}
            <div className="kit-two">
              {wide.slice(1, 3).map(({ title, picture }, index) => (
                <Frame
                  key={title}
                  title={title}
                  isVideo={index === 0}
                  note={index === 0 ? "1:12" : null}
                  picture={picture}
                  sizes={sizes}
                />
              ))}
            </div>
          </>
        )}
      </Pair>
      <Pair title="No picture: words set as a title card. Save-Data: the tinted film, with its pill">
        {() => (
          <>
            <Frame title="Editor for six films about bridges" note="Open brief" picture={null} />
            <div className="kit-two">
              <Frame title="Theme in felt" note="0:24" peaks={peaks} picture={null} />
              <Frame title="A sound without a waveform" note="0:16" peaks={null} picture={null} />
            </div>
            <SavesDataContext.Provider value>
              <div className="kit-two">
                {wide.slice(0, 2).map(({ title, picture }) => (
                  <Frame key={title} title={title} isVideo note="0:48" picture={picture} />
                ))}
              </div>
            </SavesDataContext.Provider>
          </>
        )}
      </Pair>
      <Pair title="A strip: one row that snaps">
        {() => (
          <div className="strip kit-strip">
            {mixed.map((sample) => (
              <Work key={sample.id} sample={sample} />
            ))}
          </div>
        )}
      </Pair>
      <Pair title="A contact sheet: whole frames of any ratio, each of which opens the viewer">
        {() => (
          <div className="frames">
            {mixed.map((sample) => (
              <Work key={sample.id} sample={sample} />
            ))}
          </div>
        )}
      </Pair>
      <Pair title="Marks: a loop around wide frames and faces, a box around upright ones">
        {() => (
          <div className="kit-marks">
            {[...wide.slice(0, 1), ...upright.slice(0, 1)].map((sample) => (
              <div key={sample.id} className="relative">
                <Frame title={sample.title} picture={sample.picture} sizes="10rem" />
                <Mark shape={isUpright(sample) ? "boxed" : "loop"} />
              </div>
            ))}
            <div className="relative">
              <Avatar name="June Halvorsen" size="large" />
              <Mark />
            </div>
          </div>
        )}
      </Pair>
      <Pair title="Two halves along the seam, with pictures and without">
        {(scheme) => (
          <div className="kit-two">
            <div className="halves film">
              {[one, two].map((sample, index) => (
                <div
                  key={sample?.id ?? index}
                  className={`frame half ${index === 0 ? "a" : "b"}`}
                  style={sample?.picture ? toneStyle(sample.picture) : undefined}
                >
                  {sample?.picture && <Picture picture={sample.picture} sizes={sizes} />}
                </div>
              ))}
            </div>
            <div className="halves film">
              {["a", "b"].map((side) => (
                <div key={side} className={`frame half ${side}`}>
                  <DrawnCover cover={{ personId: `${scheme}-${side}`, styleIds: [] }} />
                </div>
              ))}
            </div>
          </div>
        )}
      </Pair>
      <Pair title="A cut with a part missing">
        {() => (
          <div className="cutpair" aria-hidden="true">
            <span className="frame" />
            <span className="frame profile-blank" />
          </div>
        )}
      </Pair>
      <Pair title="A small card: who likes you, who is next">
        {() => (
          <div className="row">
            {[wide.slice(0, 2), upright.slice(0, 2)].map(
              (both, index) =>
                both[0]?.picture && (
                  <div key={both[0].id} className="mini" style={toneStyle(both[0].picture)}>
                    <div className={index === 1 ? "clip duo" : "clip"}>
                      {both.map(({ id, title, picture }) => (
                        <Frame key={id} title={title} picture={picture} sizes="10rem" />
                      ))}
                    </div>
                    <div className="by">
                      <Avatar name="Maya Okafor" size="small" />
                      <span>
                        <b className="cut1">Maya</b> Video Editor
                      </span>
                    </div>
                    {index === 0 && <Mark />}
                  </div>
                ),
            )}
          </div>
        )}
      </Pair>
    </>
  );
}
