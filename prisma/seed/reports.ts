import type { Person } from "./account.ts";
import type { Collection } from "./collection.ts";

interface Told {
  reason: "scam" | "impersonation" | "stolen" | "spam" | "harassment";
  details: string;
  /** Null for a guest. */
  by: Person | null;
  days: number;
}

interface CaseDetails {
  urgency: 1 | 2 | 3;
  told: readonly [Told, ...Told[]];
  decided?: Record<string, unknown>;
}

/** A case about a profile, as its reporters saw it. */
function addCase(all: Collection, { id: personId, fullName: name }: Person, details: CaseDetails): string {
  const { urgency, told, decided } = details;
  const id = all.faker.string.uuid();
  const [first] = told;
  all.add("report_cases", {
    id,
    kind: "profile",
    subject_id: personId,
    reported_id: personId,
    state: "open",
    urgency,
    reasons: [...new Set(told.map(({ reason }) => reason))],
    report_count: told.length,
    created_at: all.daysAgo(first.days),
    latest_at: all.daysAgo(Math.min(...told.map(({ days }) => days))),
    decisions: decided ? 1 : 0,
    measure_id: null,
    decision_reason: null,
    decision_words: "",
    decided_at: null,
    decided_by_id: null,
    ...decided,
  });
  for (const { reason, details: words, by, days } of told)
    all.add("reports", {
      id: all.faker.string.uuid(),
      case_id: id,
      reporter_id: by?.id ?? null,
      guest_key: by ? null : "demo",
      reported_id: personId,
      reason,
      details: words,
      snapshot: { title: name, name, facts: [["About", "As it stood when it was reported."]] },
      created_at: all.daysAgo(days),
    });
  return id;
}

/** A typical queue for an admin: waiting cases, two decided ones, and an appeal. */
export function addReports(all: Collection, contributors: Person[], creators: Person[], admin: Person): void {
  const [seller, copy, pushy, fine, rude] = contributors.slice(-5);
  const [one, two, three] = creators.slice(-3);
  if (!(seller && copy && pushy && fine && rude && one && two && three)) return;
  addCase(all, seller, {
    urgency: 1,
    told: [
      { reason: "scam", details: "Wanted a deposit in gift cards before the first cut.", by: one, days: 2.2 },
      { reason: "scam", details: "The same here: gift cards, and then silence.", by: two, days: 0.6 },
    ],
  });
  addCase(all, copy, {
    urgency: 2,
    told: [{ reason: "stolen", details: "The second sample is from my own channel.", by: three, days: 1.4 }],
  });
  addCase(all, pushy, {
    urgency: 3,
    told: [{ reason: "spam", details: "", by: null, days: 0.3 }],
  });
  const byAdmin = { decided_by_id: admin.id };
  addCase(all, fine, {
    urgency: 3,
    told: [{ reason: "spam", details: "Never answers.", by: two, days: 12 }],
    decided: { state: "dismissed", decision_reason: "fine", decided_at: all.daysAgo(11), ...byAdmin },
  });
  const warningId = all.faker.string.uuid();
  const words = "Please stay polite when somebody declines an offer.";
  all.add("warnings", {
    id: warningId,
    user_id: rude.id,
    reason: "respect",
    words,
    by_id: admin.id,
    created_at: all.daysAgo(3),
    read_at: all.daysAgo(2.5),
  });
  const decision = {
    state: "warned",
    decision_reason: "respect",
    decision_words: words,
    measure_id: warningId,
  };
  const caseId = addCase(all, rude, {
    urgency: 1,
    told: [{ reason: "harassment", details: "Insulted me after I declined.", by: one, days: 4 }],
    decided: { ...decision, decided_at: all.daysAgo(3), ...byAdmin },
  });
  all.add("appeals", {
    id: all.faker.string.uuid(),
    user_id: rude.id,
    kind: "warning",
    decision_id: warningId,
    case_id: caseId,
    against_id: admin.id,
    words: "I was rude, but so were they: please read the whole conversation.",
    created_at: all.daysAgo(2.4),
  });
}
