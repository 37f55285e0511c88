import { expect, test } from "vitest";
import type { MiniView } from "~/features/discovery/mini";
import { changesBetween, outline } from "../../../../tests/support/outline";
import { render } from "../../../../tests/support/rendering";
import type { Turn } from "../home.server";
import { AdminPanel } from "./admin-panel";
import { GuestDashboard } from "./guest-dashboard";
import { Likers } from "./likers";
import { Places } from "./places";
import { Standing } from "./standing";
import { YourTurn } from "./your-turn";

const picture = { mediaId: "m", width: 1600, height: 900, widths: [640], tone: null };
const mini = (personId: string, likesYou: boolean): MiniView => ({
  ...{
    personId,
    name: personId,
    avatarUrl: null,
    line: "Editor",
    likesYou,
    pictures: [picture],
    title: "Hi",
  },
});

test("small cards lead to the deck, and the first two load right away", () => {
  const likers = (minis: MiniView[]) => outline(<Likers minis={minis} likes={2} who="people" />);
  expect(likers([])).toEqual([]);
  expect(likers([mini("Ann", true), mini("Bob", true), mini("Cleo", false)])).toEqual([
    "section{aria-labelledby=likers}",
    "2 people like you",
    "[Discover ](/discover)",
    "[(/media/m/640.webp) Hi A Ann Editor](/profile/Ann)",
    "[(/media/m/640.webp) Hi B Bob Editor](/profile/Bob)",
    "[(/media/m/640.webp) Hi C Cleo Editor](/profile/Cleo)",
  ]);
  const eager = render(
    <Likers minis={["Ann", "Bob", "Cleo"].map((name) => mini(name, true))} likes={3} who="people" />,
  );
  expect(eager.html.match(/loading="\w+"/g)).toEqual([
    'loading="eager"',
    'loading="eager"',
    'loading="lazy"',
  ]);
  const circled = (minis: MiniView[]) =>
    render(<Likers minis={minis} likes={2} who="people" />)
      .html.match(/<li.*?<\/li>/gs)
      ?.map((card) => card.includes("mark"));
  expect(circled([mini("Ann", true), mini("Bob", true)])).toEqual([true, false]);
  expect(circled([mini("Ann", false), mini("Bob", true)])).toEqual([false, false]);
  expect(likers([mini("Ann", false), mini("Bob", true)])[1]).toBe("2 people like you");
});

test("the shortcuts lead to each place, with what's waiting there", () => {
  expect(
    outline(
      <Places
        places={[{ to: "/messages", icon: "message", title: "Messages", text: "2 unread" }]}
        others={[["Favorites", "/saved"]]}
      />,
    ),
  ).toEqual(["nav{aria-label=Shortcuts}", "[ Messages 2 unread](/messages)", "[Favorites ](/saved)"]);
});

test("someone who isn't in decks yet sees where they stand", () => {
  const own = {
    mini: mini("Ann", false),
    completeness: { percent: 60, done: ["Price"], missing: [] },
    samples: 2,
  } as unknown as Parameters<typeof Standing>[0]["own"];
  const standing = (change: Partial<Parameters<typeof Standing>[0]>) =>
    outline(<Standing userType="contributor" status="pending" own={null} rejection={null} {...change} />);
  const newcomer = standing({ userType: null, own });
  expect(newcomer).toEqual([
    "Set up your profile",
    "Tell us whether you're hiring or offering services, and what you're looking for. It takes a few minutes.",
    "[Build my profile](/onboarding)",
  ]);
  expect(standing({})).toEqual([
    "Pending",
    "Your profile is under review",
    "Approval usually takes 1-2 business days. We'll let you know here, and by email if your address is confirmed. Until then, you won't appear in Discover or search. You can still finish your profile and reply to messages.",
    "[Add work](/profile/work) [Update My Profile](/profile/edit)",
  ]);
  expect(changesBetween(standing({}), standing({ own }))).toEqual([
    "- [Add work](/profile/work) [Update My Profile](/profile/edit)",
    "+ [(/media/m/640.webp) Hi A Ann Editor](/profile/Ann)",
    "+ This is how creators will see you once you're approved.",
    "+ While you wait",
    "+ Price( (done))",
    "+ Add one more sample. We look for at least 3 [Add(: Add one more sample. We look for at least 3)](/profile/work/new)",
    "+ [Add work](/profile/work/new) [Update My Profile](/profile/edit)",
  ]);
  expect(standing({ status: "rejected" })).toEqual([
    "Not approved",
    "Your profile wasn't approved",
    "p{role=alert} Failed to check your contributor status. [Try Again](/dashboard)",
    "form{action=/} [Submit again]{pending=Submitting..., name=intent, value=resubmit} [Update My Profile](/profile/edit)",
  ]);
});

test("what's waiting leads to its page", () => {
  const turn: Turn = {
    ...{ kind: "news", to: "/there", faces: [], title: "Some news", text: "", at: "2026-12-01T03:00:00Z" },
  };
  const clock = { zone: "UTC", now: Date.parse("2026-12-01T04:00:00Z") };
  expect(outline(<YourTurn turns={null} />)).toEqual([
    "section{aria-labelledby=your-turn}",
    "Your turn",
    "[All( notifications) ](/notifications)",
    "p{role=alert} We couldn't load what's waiting for you.",
    "[Try Again](/dashboard)",
  ]);
  expect(outline(<YourTurn turns={[]} />)).toEqual([
    "section{aria-labelledby=your-turn}",
    "Your turn",
    "[All( notifications) ](/notifications)",
    "Nothing right now. [Find the next person to work with](/discover)",
  ]);
  const faces = [{ name: "Ann", avatarUrl: "/ann" }];
  expect(
    outline(
      <YourTurn
        turns={[
          { ...turn, text: "More" },
          { ...turn, kind: "talk", to: "/talk", faces },
        ]}
      />,
      clock,
    ),
  ).toEqual([
    "section{aria-labelledby=your-turn}",
    "Your turn",
    "[All( notifications) ](/notifications)",
    "[Some news](/there)",
    "More",
    "3:00 AM",
    "(/ann-96.webp)",
    "[Some news](/talk)",
    "3:00 AM (Unread)",
  ]);
});

test("guests sign in and come back, and admins see what's waiting", () => {
  expect(outline(<GuestDashboard place="/dashboard?x=1">First, this.</GuestDashboard>)).toEqual([
    "First, this.",
    "Sign in to access your dashboard",
    "form{action=/login?redirectTo=%2Fdashboard%3Fx%3D1}",
    "Email{type=email, name=email, autoComplete=email, required}",
    "Password{type=password, name=password, autoComplete=current-password, required, maxLength=200}",
    "{type=hidden, name=redirectTo, value=/dashboard?x=1} [Sign In]{pending=Signing in...}",
    "[Forgot your password?](/recover) [Use a passkey](/login/passkey?redirectTo=%2Fdashboard%3Fx%3D1)",
    "New here? [Build your profile](/onboarding)",
    "(/pictures/styles/cinematic.avif)",
    "(/pictures/styles/hormozi-style.avif)",
    "(/pictures/styles/voiceover-driven.avif)",
    "(/pictures/styles/documentary.avif)",
    "(/pictures/styles/animation-motion-graphics.avif)",
    "(/pictures/styles/branded-corporate.avif)",
    "(/pictures/styles/podcast-interview-format.avif)",
    "(/pictures/styles/minimalist.avif)",
    "(/pictures/styles/aesthetic-reels.avif)",
    "(/pictures/styles/professional.avif)",
    "(/pictures/styles/raw-unfiltered.avif)",
    "(/pictures/styles/lifestyle-influencer.avif)",
  ]);
  expect(outline(<AdminPanel vetting={null} refunds={3} />)).toEqual([
    "Admin notifications",
    "p{role=alert} Failed to load notifications",
    "[Try Again](/dashboard)",
    "[Refunds: 3 waiting ](/admin/refunds) [Reports ](/admin/reports)",
  ]);
});
