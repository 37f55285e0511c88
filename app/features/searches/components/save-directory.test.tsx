import { expect, test } from "vitest";
import { outline } from "../../../../tests/support/outline";
import { SaveDirectory } from "./save-directory";

test("a member saves a directory's search right away, and a guest signs up first", () => {
  const service = { id: 3, name: "Video Editor" };
  const form = (...[chosen, isGuest]: [typeof service | null, boolean]) =>
    outline(<SaveDirectory service={chosen} isGuest={isGuest} />);
  expect(form(service, false)).toEqual([
    "form{action=/settings/searches/new?kind=directory&service=3} {type=hidden, name=kind, value=directory} {type=hidden, name=query, value=?service=3} {type=hidden, name=name, value=Video editors} {type=hidden, name=pace, value=daily} [Save this search]{pending=Saving...} We'll let you know about new video editors.",
  ]);
  expect(form(null, false)).toEqual([
    "form{action=/settings/searches/new?kind=directory&service=all} {type=hidden, name=kind, value=directory} {type=hidden, name=query, value=?service=all} {type=hidden, name=name, value=All contributors} {type=hidden, name=pace, value=daily} [Save this search]{pending=Saving...} We'll let you know about new contributors.",
  ]);
  expect(form(service, true)).toEqual([
    "[Save this search](/login?tab=create&redirectTo=%2Fsettings%2Fsearches%2Fnew%3Fkind%3Ddirectory%26service%3D3) to hear about new video editors.",
  ]);
  expect(form(null, true)).toEqual([
    "[Save this search](/login?tab=create&redirectTo=%2Fsettings%2Fsearches%2Fnew%3Fkind%3Ddirectory%26service%3Dall) to hear about new contributors.",
  ]);
});
