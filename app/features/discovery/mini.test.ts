import { expect, test } from "vitest";
import type { PictureView } from "~/features/media/media";
import { miniOf } from "./mini";

const picture = (width: number, height: number): PictureView => ({
  ...{ mediaId: `${width} × ${height}`, width, height, widths: [], tone: null, alt: "" },
});
const wide = picture(1600, 900);
const upright = picture(900, 1600);

const words = { name: "Ana", location: "Portland", bio: "I cut.", services: ["Video Editor"] };
const card = { ...words, personId: "ana", avatarUrl: null, likesYou: false };
const contributor = (...pictures: PictureView[]) =>
  miniOf({ ...card, role: "contributor", brief: null, work: pictures.map((one) => ({ picture: one })) });
const creator = (brief: { title: string; budget: string }, ...pictures: PictureView[]) =>
  miniOf({ ...card, role: "creator", brief: { ...brief, pictures }, work: [] });

test("text fills the space that pictures leave, and is left out if pictures fill the card", () => {
  const titles = [[], [wide], [upright], [wide, wide], [upright, upright]].map(
    (pictures) => contributor(...pictures).title,
  );
  expect(titles).toEqual(["I cut.", "I cut.", "", "", ""]);
});

test("a creator's card says once what they're looking for, and adds the budget if there's room", () => {
  const brief = { title: "Edit my vlog", budget: "$500" };
  expect(creator(brief, wide)).toMatchObject({ title: "Edit my vlog", line: "$500" });
  expect(creator(brief, upright)).toMatchObject({ title: "", line: "Edit my vlog" });
  expect(creator({ ...brief, budget: "" })).toMatchObject({ title: "Edit my vlog", line: "Portland" });
});
