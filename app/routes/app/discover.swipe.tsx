import { type ActionFunctionArgs, data, type HeadersFunction, redirect } from "@remix-run/node";
import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { isContributor } from "~/features/accounts/actor";
import type { RefusedSwipe } from "~/features/discovery/components/kept-swipes";
import type { SwipeAnswer } from "~/features/discovery/components/swipe-card";
import { deckQuery } from "~/features/discovery/deck-filter";
import { readDeckFilter, swipeSchema } from "~/features/discovery/deck-filter.schema";
import { heldToast, swipeToast } from "~/features/discovery/swipe-toasts";
import { type SwipeOutcome, swipe } from "~/features/discovery/swiping.server";
import { listSamples } from "~/features/portfolio/listing.server";
import { coverOf } from "~/features/portfolio/sample";
import { pressed } from "~/http/form.server";
import { savesData } from "~/http/request-context.server";
import { limitActs, readAsMember, redirectWithFlash } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { swipeHeader } from "~/offline-words";
import { paths } from "~/paths";
import type { ToastMessage } from "~/ui/toast";

export { NoPage as default } from "~/shell/page";

export const handle: RouteHandle = { pageFailure: "We couldn't save your swipe" };

export function loader() {
  return redirect(paths.discover());
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readAsMember(args, swipeSchema);
  const { targetId, choice, key, inPage, filter } = pressed(
    form,
    "That swipe didn't work",
    "Please go back to your deck and try again.",
  );
  const query = deckQuery(readDeckFilter(new URLSearchParams(filter)));
  await limitActs(args, actor, "swipe");
  const done = await swipe(actor, { targetId, liked: choice === "like", key });
  const told = { [swipeHeader]: storedOf(done, choice) };
  // The deck's page explains why.
  if (!done.ok && (done.refused === "hidden" || done.refused === "not-approved"))
    return redirect(paths.discover(query), { status: 303, headers: told });
  const answer = answerOf(done, choice, isContributor(actor));
  if (inPage) {
    const status = answer.outcome === "limit" ? 403 : answer.outcome === "gone" ? 404 : 200;
    return data(answer, { status, headers: told });
  }
  switch (answer.outcome) {
    case "match":
      return redirect(paths.match(answer.matchId), 303);
    case "held":
      return redirect(paths.discover({ ...query, limit: "matches" }), 303);
    case "waiting":
      return redirectWithFlash(paths.discover(query), heldToast);
    case "limit":
      return redirect(paths.discover({ ...query, limit: "swipes" }), 303);
    case "swiped": {
      const toast = swipeToast(answer, isContributor(actor) ? "creator" : "contributor");
      if (!toast) return redirect(paths.discover(query), 303);
      const isLiked = answer.stored === "like" && choice === "like" && !savesData(args.request, actor);
      return redirectWithFlash(paths.discover(query), {
        ...toast,
        ...(isLiked && { liked: await likedPicture(targetId) }),
      });
    }
    default:
      return redirectWithFlash(paths.discover(query), { title: "This person is no longer available" });
  }
}

function answerOf(done: SwipeOutcome, asked: "like" | "pass", byContributor: boolean): SwipeAnswer {
  if (!done.ok) return { outcome: done.refused === "swipe-limit" ? "limit" : "gone" };
  if (done.matchId) return { outcome: "match", matchId: done.matchId };
  if (done.isHeld) return { outcome: byContributor ? "waiting" : "held" };
  return { outcome: "swiped", asked, stored: done.liked === null ? null : done.liked ? "like" : "pass" };
}

/** The cover of someone who was just liked, for the toast of a page without script. */
async function likedPicture(personId: string): Promise<ToastMessage["liked"]> {
  const picture = coverOf(await listSamples(personId))?.picture;
  if (!picture) return undefined;
  const { mediaId, width, height, widths } = picture;
  return { src: paths.media(mediaId, `${widths[0]}.webp`), width, height };
}

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** The swipe's outcome as a header, for swipes made offline, which any page may send later. */
function storedOf(done: SwipeOutcome, asked: "like" | "pass"): RefusedSwipe | "stored" {
  if (!done.ok) return done.refused;
  return done.liked === (asked === "like") ? "stored" : "decided";
}

/**
 * A network failure doesn't lead to an error page: the card comes back or, if the browser is offline, the swipe is sent
 * later. A refusal does, because a second try would be refused, too.
 */
export async function clientAction({
  request,
  serverAction,
}: ClientActionFunctionArgs): Promise<SwipeAnswer> {
  const sent = request.clone();
  try {
    return await serverAction<SwipeAnswer>();
  } catch (failure) {
    if (failure instanceof Response || isRouteErrorResponse(failure)) throw failure;
    if (navigator.onLine) return { outcome: "failed" };
    return { outcome: "failed", asked: (await sent.formData()).get("choice") === "like" ? "like" : "pass" };
  }
}
