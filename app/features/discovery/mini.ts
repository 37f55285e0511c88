import type { PictureView } from "~/features/media/media";
import { coverFirst } from "~/features/portfolio/sample";
import { type UserType, userTypeLabels } from "~/features/profiles/user-type";
import type { ProfileView } from "~/features/profiles/viewing.server";
import { shortened } from "~/graphemes";

/** A small version of the deck's card. */
export interface MiniView {
  personId: string;
  name: string;
  avatarUrl: string | null;
  /** The person's craft, or what a creator looks for. */
  line: string;
  likesYou: boolean;
  /** At most two that go together: both wide, or both upright. */
  pictures: PictureView[];
  /** Text that fills the space next to the pictures; empty if there's none. */
  title: string;
}

/** The parts of a card that its small version shows. */
interface Shown extends Omit<MiniView, "line" | "pictures" | "title"> {
  role: UserType;
  location: string;
  bio: string;
  services: string[];
  work: { picture: PictureView | null }[];
  brief: { title: string; budget: string; pictures: PictureView[] } | null;
}

export function miniOf({ brief, work, role, ...card }: Shown): MiniView {
  const references = role === "creator" ? (brief?.pictures ?? []) : [];
  const pictures = fitting(references.length > 0 ? references : work.flatMap(({ picture }) => picture ?? []));
  const title = hasRoom(pictures) ? (brief?.title ?? (shortened(card.bio, 60) || card.name)) : "";
  const craft =
    role === "creator"
      ? (hasRoom(pictures) ? brief?.budget : brief?.title) || card.location
      : card.services[0];
  return {
    personId: card.personId,
    name: card.name,
    avatarUrl: card.avatarUrl,
    line: craft || userTypeLabels[role],
    likesYou: card.likesYou,
    pictures,
    title,
  };
}

/** Someone's own card, as others will see it. */
export function ownMini({ id, userType, samples, briefs, ...profile }: ProfileView): MiniView {
  const { name, avatarUrl, location, bio, services } = profile;
  return miniOf({
    ...{ personId: id, name, avatarUrl, location, bio, services, likesYou: false },
    role: userType,
    work: coverFirst(samples),
    brief: briefs[0] ?? null,
  });
}

/** An upright or square picture fills a deck's card. A wide one is shown uncropped, with up to two more below it. */
export const isUpright = ({ width, height }: PictureView) => width < 1.1 * height;

/** A wide picture fills only half of the card, so text fills the rest. */
export const hasRoom = (pictures: readonly PictureView[]) =>
  pictures.length === 0 || (pictures.length === 1 && pictures.every((picture) => !isUpright(picture)));

function fitting([first, ...others]: PictureView[]): PictureView[] {
  if (!first) return [];
  return [first, ...others.filter((other) => isUpright(other) === isUpright(first)).slice(0, 1)].map(
    ({ mediaId, width, height, widths, tone }) => ({ mediaId, width, height, widths, tone }),
  );
}
