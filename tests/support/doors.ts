import { randomUUID } from "node:crypto";
import { paths } from "~/paths";
import type { Fields, Visitor } from "./request";
import type { Role, World } from "./world";

/** A status, or a status and where it leads: '302 /login'. Where a role is not named, `others` counts. */
type Expected = Partial<Record<Role, string>> & { others: string };

export interface Door {
  /** The route module's file name, without its ending. */
  route: string;
  method: "GET" | "POST";
  path: (world: World) => string;
  expected: Expected;
  /** For a POST: a form as its page sends it, and who may send it. */
  fields?: (world: World) => Record<string, string>;
  by?: Role;
  /** The path's own secret stands for the form token; the table's path has a wrong one. */
  secretInPath?: true;
  /** Only a page's script asks it, and reads JSON. */
  answersScript?: boolean;
  /** Whom it lets in, it goes on answering. */
  staysOpen?: boolean;
  /** What the sender does before, so that the form means something. */
  before?: (visitor: Visitor) => Promise<unknown>;
}

const nobody = "00000000-0000-4000-8000-000000000000";
const everyone = (status: string): Expected => ({ others: status });
const membersOnly = (guest: string, others: string): Expected => ({ guest, others });
const backHome = (path: string) => `302 /?from=${encodeURIComponent(path)}`;
const signIn = (path: string) => `302 ${paths.login({ redirectTo: path })}`;

/** A token that was never given out, and one that we would give. */
const madeUpToken = "00000000-0000-4000-8000-000000000000.message.x";

const message = () => ({ messageId: randomUUID(), content: "Hello there" });

/** Every door of the product: who is let in, and with what answer. */
export const doors: Door[] = [
  { route: "_site._index", method: "GET", path: () => paths.home(), expected: everyone("200") },
  { route: "_site.how-it-works", method: "GET", path: () => paths.howItWorks(), expected: everyone("200") },
  { route: "_site.pricing", method: "GET", path: () => paths.pricing(), expected: everyone("200") },
  { route: "$", method: "GET", path: () => "/no/such/page", expected: everyone("404") },
  { route: "$", method: "POST", path: () => "/no/such/page", expected: everyone("404") },
  { route: "dev.outbox", method: "GET", path: () => paths.devOutbox(), expected: everyone("200") },

  {
    route: "_auth.login",
    method: "GET",
    path: () => paths.login(),
    expected: membersOnly("200", "302 /dashboard"),
  },
  {
    route: "_auth.login",
    method: "POST",
    path: () => paths.login(),
    fields: () => ({ email: "nobody@example.com", password: "violet-harbour", redirectTo: "/discover" }),
    by: "guest",
    // A refused form shows its page again, and that page sends members on.
    expected: membersOnly("400", "302 /dashboard"),
  },
  {
    route: "_auth.login",
    method: "POST",
    path: () => paths.login({ tab: "create" }),
    fields: () => ({
      fullName: "Noor Haddad",
      email: "noor@example.com",
      password: "12345",
      timeZone: "Europe/Berlin",
      redirectTo: "/discover",
    }),
    by: "guest",
    // A refused form shows its page again, and that page sends members on.
    expected: membersOnly("400", "302 /dashboard"),
  },
  { route: "_auth.logout", method: "GET", path: () => paths.logout(), expected: everyone("302 /") },
  {
    route: "_auth.logout",
    method: "POST",
    path: () => paths.logout(),
    fields: () => ({}),
    by: "creator",
    expected: everyone("303 /"),
  },
  { route: "_auth.recover._index", method: "GET", path: () => paths.recover(), expected: everyone("200") },
  {
    route: "_auth.recover._index",
    method: "POST",
    path: () => paths.recover(),
    fields: () => ({ email: `nobody-${randomUUID()}@example.com` }),
    by: "guest",
    expected: everyone("303 /recover?sent=1"),
  },
  {
    route: "_auth.recover.$token",
    method: "GET",
    path: () => paths.recoverWith("made-up"),
    expected: everyone("404"),
  },
  {
    route: "_auth.recover.$token",
    method: "POST",
    path: () => paths.recoverWith("made-up"),
    fields: () => ({ password: "a-new-harbour-41" }),
    by: "guest",
    expected: everyone("409"),
  },
  {
    route: "_app.settings.sessions",
    method: "GET",
    path: () => paths.sessions(),
    expected: membersOnly(signIn(paths.sessions()), "200"),
  },
  {
    route: "_app.settings.sessions",
    method: "POST",
    path: () => paths.sessions(),
    // For everybody but the creator it is somebody else's, and stays.
    fields: (world) => ({ sessionId: world.otherSessionId }),
    by: "creator",
    expected: membersOnly("401", "303 /settings/sessions"),
  },

  {
    route: "_app.settings.blocked",
    method: "GET",
    path: () => paths.blocked(),
    expected: membersOnly(signIn(paths.blocked()), "200"),
  },
  {
    route: "_app.settings.blocked",
    method: "POST",
    path: () => paths.blocked(),
    fields: (world) => ({ personId: world.newcomer.userId }),
    by: "creator",
    expected: membersOnly("401", "303 /settings/blocked"),
  },
  {
    route: "_app.settings.notifications",
    method: "GET",
    path: () => paths.notifications(),
    expected: membersOnly(signIn(paths.notifications()), "200"),
  },
  {
    route: "_app.settings.notifications",
    method: "POST",
    path: () => paths.notifications(),
    fields: () => ({ message: "on" }),
    by: "creator",
    expected: membersOnly("401", "303 /settings/notifications"),
  },
  {
    route: "_auth.unsubscribe.$token",
    method: "GET",
    path: () => paths.unsubscribe(madeUpToken),
    expected: everyone("404"),
  },
  {
    route: "_auth.unsubscribe.$token",
    method: "POST",
    path: () => paths.unsubscribe(madeUpToken),
    fields: () => ({ intent: "off" }),
    by: "guest",
    secretInPath: true,
    expected: everyone("404"),
  },

  {
    route: "_app.onboarding._index",
    method: "GET",
    path: () => paths.onboarding(),
    expected: { guest: "200", member: "200", admin: "200", others: "302 /dashboard" },
  },
  {
    route: "_app.onboarding._index",
    method: "POST",
    path: () => paths.onboarding(),
    fields: () => ({ userType: "creator" }),
    by: "guest",
    expected: {
      guest: "303 /onboarding/1",
      member: "303 /onboarding/1",
      admin: "303 /onboarding/1",
      others: "303 /dashboard",
    },
  },
  {
    route: "_app.onboarding.$step",
    method: "GET",
    path: () => paths.onboardingStep(1),
    expected: {
      guest: "302 /onboarding",
      member: "302 /onboarding",
      admin: "302 /onboarding",
      others: "302 /dashboard",
    },
  },
  { route: "_app.onboarding.$step", method: "GET", path: () => "/onboarding/5", expected: everyone("404") },
  {
    route: "_app.onboarding.$step",
    method: "POST",
    path: () => paths.onboardingStep(1),
    fields: () => ({ intent: "next", userType: "creator", name: "Noor", bio: "Films" }),
    by: "guest",
    before: (visitor) => visitor.post(paths.onboarding(), { userType: "creator" }),
    expected: {
      guest: "303 /onboarding",
      member: "303 /onboarding",
      admin: "303 /onboarding",
      others: "303 /dashboard",
    },
  },

  {
    route: "_app.profile._index",
    method: "GET",
    path: () => paths.ownProfile(),
    expected: membersOnly(signIn(paths.ownProfile()), "200"),
  },
  {
    route: "_app.profile.$profileId",
    method: "GET",
    path: (world) => paths.profile(world.approved.userId),
    expected: everyone("200"),
  },
  {
    route: "_app.profile.$profileId",
    method: "GET",
    path: (world) => paths.profile(world.creator.userId),
    expected: membersOnly("404", "200"),
  },
  {
    route: "_app.profile.$profileId",
    method: "GET",
    path: () => paths.profile(nobody),
    expected: everyone("404"),
  },
  {
    route: "_app.profile.$profileId",
    method: "GET",
    path: () => "/profile/not-an-id",
    expected: everyone("404"),
  },
  {
    route: "_app.profile.edit",
    method: "GET",
    path: () => paths.editProfile(),
    expected: {
      guest: signIn(paths.editProfile()),
      member: "302 /onboarding",
      admin: "302 /onboarding",
      others: "200",
    },
  },
  {
    route: "_app.profile.edit",
    method: "POST",
    path: () => paths.editProfile(),
    fields: () => ({
      name: "",
      bio: "Films",
      website: "https://example.com",
      availability: "limited",
      experienceLevel: "expert",
    }),
    by: "creator",
    expected: { guest: "401", member: "302 /onboarding", admin: "302 /onboarding", others: "400" },
  },
  {
    route: "_app.profile.$profileId_.save",
    method: "GET",
    path: (world) => paths.saveContributor(world.approved.userId),
    expected: everyone("302 /profile/"),
  },
  {
    route: "_app.profile.$profileId_.save",
    method: "POST",
    path: (world) => paths.saveContributor(world.approved.userId),
    fields: () => ({ intent: "save" }),
    by: "creator",
    expected: { guest: "401", approved: "403", pending: "403", rejected: "403", others: "303 /profile/" },
  },
  {
    route: "_app.profile.$profileId_.save",
    method: "POST",
    path: (world) => paths.saveContributor(world.pending.userId),
    fields: () => ({ intent: "save" }),
    by: "creator",
    expected: { guest: "401", approved: "403", pending: "403", rejected: "403", others: "404" },
  },

  {
    route: "_app.profile.$profileId_.block",
    method: "GET",
    path: (world) => paths.blockPerson(world.newcomer.userId),
    expected: membersOnly("302 /login", "200"),
  },
  {
    route: "_app.profile.$profileId_.block",
    method: "GET",
    path: () => paths.blockPerson(nobody),
    expected: membersOnly("302 /login", "404"),
  },
  {
    route: "_app.profile.$profileId_.block",
    method: "POST",
    path: (world) => paths.blockPerson(world.newcomer.userId),
    fields: () => ({}),
    by: "creator",
    expected: membersOnly("401", "303 /settings/blocked"),
  },

  {
    route: "_app.profile.avatar",
    method: "GET",
    path: () => paths.avatar(),
    expected: membersOnly(signIn(paths.avatar()), "200"),
  },
  {
    route: "_app.profile.avatar",
    method: "POST",
    path: () => paths.avatar(),
    fields: () => ({ intent: "remove" }),
    by: "creator",
    expected: membersOnly("401", "303 /profile/edit"),
  },
  {
    route: "files.$",
    method: "GET",
    path: () => paths.file(`avatars/${"a".repeat(24)}-96.webp`),
    expected: everyone("404"),
  },

  { route: "_app.dashboard", method: "GET", path: () => paths.dashboard(), expected: everyone("200") },
  {
    route: "_app.dashboard",
    method: "POST",
    path: () => paths.dashboard(),
    fields: () => ({ intent: "read" }),
    by: "creator",
    expected: membersOnly("401", "303 /dashboard"),
  },
  {
    route: "_app.creator-dashboard",
    method: "GET",
    path: () => paths.creatorDashboard(),
    expected: {
      guest: backHome(paths.creatorDashboard()),
      approved: "302 /dashboard",
      pending: "302 /dashboard",
      rejected: "302 /dashboard",
      others: "200",
    },
  },
  {
    route: "_app.admin.contributors.$contributorId",
    method: "GET",
    path: (world) => paths.reviewContributor(world.pending.userId),
    expected: { guest: "302 /?from=%2Fadmin%2Fcontributors%2F", admin: "200", others: "404" },
  },
  {
    route: "_app.admin.contributors.$contributorId",
    method: "POST",
    path: (world) => paths.reviewContributor(world.pending.userId),
    fields: () => ({ decision: "approve" }),
    by: "admin",
    expected: { guest: "401", admin: "303 /dashboard", others: "404" },
  },

  { route: "_app.discover._index", method: "GET", path: () => paths.discover(), expected: everyone("200") },
  {
    route: "_app.discover.swipe",
    method: "GET",
    path: () => paths.swipe(),
    expected: everyone("302 /discover"),
  },
  {
    route: "_app.discover.swipe",
    method: "POST",
    path: () => paths.swipe(),
    fields: (world) => ({ targetId: world.newcomer.userId, choice: "pass", key: randomUUID() }),
    by: "creator",
    // Who may not see somebody is told that they are no longer there.
    expected: membersOnly("401", "303 /discover"),
  },
  {
    route: "_app.discover.undo",
    method: "GET",
    path: () => paths.undoSwipe(),
    expected: everyone("302 /discover"),
  },
  {
    route: "_app.discover.undo",
    method: "POST",
    path: () => paths.undoSwipe(),
    fields: () => ({}),
    by: "creator",
    expected: membersOnly("401", "303 /discover"),
  },
  {
    route: "_app.matches._index",
    method: "GET",
    path: () => paths.matches(),
    expected: membersOnly(backHome(paths.matches()), "200"),
  },
  {
    route: "_app.matches.$matchId",
    method: "GET",
    path: (world) => paths.match(world.matchId),
    expected: {
      guest: "302 /login?redirectTo=%2Fmatches%2F",
      creator: "200",
      approved: "200",
      others: "404",
    },
  },

  { route: "_app.messages._index", method: "GET", path: () => paths.messages(), expected: everyone("200") },
  {
    route: "_app.messages.$conversationId",
    method: "GET",
    path: (world) => paths.conversation(world.conversationId),
    expected: { guest: "200", creator: "200", approved: "200", others: "404" },
  },
  {
    route: "_app.messages.$conversationId",
    method: "POST",
    path: (world) => paths.conversation(world.conversationId),
    fields: message,
    by: "creator",
    expected: { guest: "401", creator: "303 /messages/", approved: "303 /messages/", others: "404" },
  },
  {
    route: "_app.messages.$conversationId_.answer",
    method: "GET",
    path: (world) => paths.answerRequest(world.conversationId),
    expected: everyone("302 /messages/"),
  },
  {
    route: "_app.messages.$conversationId_.answer",
    method: "POST",
    path: (world) => paths.answerRequest(world.requestId),
    fields: () => ({ intent: "accept" }),
    by: "creator",
    expected: { guest: "401", creator: "303 /messages/", others: "404" },
  },
  {
    route: "_app.messages.$conversationId_.$seq",
    method: "GET",
    path: (world) => paths.changeMessage(world.conversationId, 1),
    expected: { guest: "302 /login", creator: "200", others: "404" },
  },
  {
    route: "_app.messages.$conversationId_.$seq",
    method: "POST",
    path: (world) => paths.changeMessage(world.conversationId, 1),
    fields: () => ({ intent: "edit", content: "Hello again" }),
    by: "creator",
    expected: { guest: "401", creator: "303 /messages/", others: "404" },
  },
  {
    route: "_app.messages.new",
    method: "GET",
    path: () => paths.newConversation({ q: "Nia" }),
    expected: everyone("200"),
  },
  {
    route: "_app.messages.people",
    answersScript: true,
    method: "GET",
    path: () => paths.people({ people: [], q: "Nia" }),
    expected: membersOnly("401", "200"),
  },
  {
    route: "_app.messages.$conversationId_.now",
    answersScript: true,
    method: "GET",
    path: (world) => paths.conversationNow(world.conversationId),
    expected: { guest: "401", creator: "200", approved: "200", others: "404" },
  },
  {
    route: "_app.messages.$conversationId_.now",
    answersScript: true,
    method: "POST",
    path: (world) => paths.conversationNow(world.conversationId),
    fields: message,
    by: "creator",
    expected: { guest: "401", creator: "200", approved: "200", others: "404" },
  },
  {
    route: "_app.messages.$conversationId_.marks",
    method: "GET",
    path: (world) => paths.conversationMarks(world.conversationId),
    expected: everyone("302 /messages/"),
  },
  {
    route: "_app.messages.$conversationId_.marks",
    answersScript: true,
    method: "POST",
    path: (world) => paths.conversationMarks(world.conversationId),
    fields: () => ({ mark: "typing" }),
    by: "creator",
    expected: { guest: "401", creator: "204", approved: "204", others: "404" },
  },
  {
    route: "_app.messages.$conversationId_.live",
    method: "GET",
    path: (world) => paths.conversationLive(world.conversationId),
    staysOpen: true,
    expected: { guest: "401", creator: "200", approved: "200", others: "404" },
  },
  {
    route: "api.live.token",
    method: "GET",
    path: () => paths.liveToken(),
    // No carrier is configured here.
    expected: membersOnly("401", "404"),
  },
  {
    route: "_app.messages.new",
    method: "GET",
    path: (world) => paths.newMessage({ to: world.approved.userId }),
    // Nobody writes to themselves; who has a conversation is led to it.
    expected: { guest: "200", creator: "302 /messages/", approved: "404", others: "200" },
  },
  {
    route: "_app.messages.new",
    method: "POST",
    path: (world) => paths.newMessage({ to: world.approved.userId }),
    fields: message,
    by: "creator",
    expected: { guest: "401", approved: "404", others: "303 /messages/" },
  },
];

export function expectedOf(door: Door, role: Role): string {
  return door.expected[role] ?? door.expected.others;
}

export function fieldsOf(door: Door, world: World): Fields {
  return door.fields?.(world) ?? {};
}
