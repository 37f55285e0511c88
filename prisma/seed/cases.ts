import { messageId } from "./conversations.ts";
import { sampleId } from "./people.ts";
import { idOf, personId, type Rows } from "./rows.ts";
import type { Appeal, ReportedCase, World } from "./world.ts";

/**
 * Adds what's waiting for an admin (reports, appeals, refunds and contact messages), and some decided cases.
 */
export function addCases(rows: Rows, world: World): void {
  for (const reported of world.reports) addReportedCase(rows, world, reported);
  for (const appeal of world.appeals) addAppeal(rows, world, appeal);
  for (const { by, plan, amount, paidDaysAgo, askedDaysAgo, words } of world.refundRequests) {
    const [paymentId, requestId] = [idOf("payment", by), idOf("refund request", by)];
    rows.add("payments", {
      id: paymentId,
      user_id: personId(by),
      plan_type: plan,
      billing_interval: "month",
      price_id: `price_${plan}_monthly`,
      status: "paid",
      amount_cents: amount,
      paid_at: rows.at(paidDaysAgo),
      created_at: rows.at(paidDaysAgo),
    });
    const asked = { amount_cents: amount, created_at: rows.at(askedDaysAgo) };
    rows.add("refund_requests", {
      id: requestId,
      payment_id: paymentId,
      user_id: personId(by),
      reason: words,
      ...asked,
    });
    rows.add("refund_parts", { request_id: requestId, payment_id: paymentId, amount_cents: amount });
  }
  for (const { name, email, subject, daysAgo, state, message, user, answer } of world.contactMessages) {
    const isHandled = state !== "waiting";
    rows.add("contact_messages", {
      id: idOf("contact message", email),
      key: idOf("contact form", email),
      user_id: user ? personId(user) : null,
      ...{ name, email, subject, message, state },
      answer: answer ?? "",
      handled_at: isHandled ? rows.at(daysAgo - 0.5) : null,
      handled_by: isHandled ? personId("admin") : null,
      created_at: rows.at(daysAgo),
    });
  }
}

const nameOf = (world: World, key: string) =>
  [...world.contributors, ...world.creators].find((person) => person.key === key)?.name ?? "";

/** The reported thing, as its reporters saw it. */
function snapshotOf(rows: Rows, world: World, { about, conversation, message = 0 }: ReportedCase) {
  const name = nameOf(world, about);
  if (!conversation) {
    const person = world.creators.find(({ key }) => key === about);
    const facts = [
      ["Location", person?.place],
      ["About", person?.bio],
    ];
    return { title: name, name, facts };
  }
  const { messages = [] } = world.conversations.find(({ key }) => key === conversation) ?? {};
  return {
    title: messages[message]?.text.slice(0, 80) ?? "",
    name,
    facts: [],
    messages: messages.slice(0, message + 1).map(({ from, text, daysAgo }, index) => ({
      seq: index + 1,
      sender: nameOf(world, from),
      content: text,
      file: null,
      isDeleted: false,
      at: rows.at(daysAgo).toISOString(),
      ...(index === message && { isMeant: true }),
    })),
  };
}

function addReportedCase(rows: Rows, world: World, reported: ReportedCase): void {
  const { key, about, kind, state, urgency, told, decision, conversation, message = 0 } = reported;
  const id = idOf("case", key);
  const isWarned = state === "warned";
  const warningId = idOf("warning", key);
  const times = told.map(({ daysAgo }) => daysAgo);
  addCase(rows, {
    id,
    kind,
    subject_id: conversation ? messageId(conversation, message + 1) : personId(about),
    reported_id: personId(about),
    state,
    urgency,
    reasons: told.map(({ reason }) => reason),
    report_count: told.length,
    created_at: rows.at(Math.max(...times)),
    latest_at: rows.at(Math.min(...times)),
    ...(decision && {
      measure_id: isWarned ? warningId : null,
      decision_reason: decision.reason,
      decision_words: decision.words,
      decided_at: rows.at(decision.daysAgo),
    }),
  });
  for (const { by, reason, daysAgo, details } of told)
    addReport(rows, { id, by, about, reason, details, snapshot: snapshotOf(rows, world, reported), daysAgo });
  if (isWarned && decision)
    rows.add("warnings", {
      id: warningId,
      user_id: personId(about),
      reason: decision.reason,
      words: decision.words,
      by_id: personId("admin"),
      created_at: rows.at(decision.daysAgo),
      read_at: rows.at(decision.daysAgo - 0.5),
    });
}

/** Adds a case, which is decided if it has a `decided_at`. */
function addCase(rows: Rows, { decided_at = null, ...row }: Record<string, unknown>): void {
  rows.add("report_cases", {
    measure_id: null,
    decision_reason: null,
    decision_words: "",
    ...row,
    decisions: decided_at ? 1 : 0,
    decided_at,
    decided_by_id: decided_at ? personId("admin") : null,
  });
}

interface Report {
  id: string;
  by: string;
  about: string;
  reason: string;
  details: string;
  snapshot: unknown;
  daysAgo: number;
}

function addReport(rows: Rows, { id, by, about, reason, details, snapshot, daysAgo }: Report): void {
  rows.add("reports", {
    id: idOf("report", id, by),
    case_id: id,
    reporter_id: personId(by),
    reported_id: personId(about),
    reason,
    details,
    snapshot,
    created_at: rows.at(daysAgo),
  });
}

/** Adds an admin's decision, and an appeal against it by the person it's about. */
function addAppeal(rows: Rows, world: World, appeal: Appeal): void {
  const { by, against, days, reason, decidedDaysAgo, decisionWords, told, sample = 0 } = appeal;
  const caseId = idOf("appealed case", by);
  const isSuspension = against === "suspension";
  const suspensionId = idOf("suspension", by);
  const decidedAt = rows.at(decidedDaysAgo);
  const toldAt = rows.at(decidedDaysAgo + 1);
  addCase(rows, {
    id: caseId,
    kind: isSuspension ? "profile" : "sample",
    subject_id: isSuspension ? personId(by) : sampleId(by, sample),
    reported_id: personId(by),
    state: isSuspension ? "suspended" : "hidden",
    urgency: 2,
    reasons: [reason],
    report_count: 1,
    created_at: toldAt,
    latest_at: toldAt,
    measure_id: isSuspension ? suspensionId : null,
    decision_reason: reason,
    decision_words: decisionWords,
    decided_at: decidedAt,
  });
  const title = isSuspension
    ? nameOf(world, by)
    : (world.contributors.find(({ key }) => key === by)?.samples[sample - 1]?.title ?? "");
  const snapshot = { title, name: nameOf(world, by), facts: [] };
  addReport(rows, { id: caseId, about: by, reason, snapshot, daysAgo: decidedDaysAgo + 1, ...told });
  if (isSuspension)
    rows.add("suspensions", {
      id: suspensionId,
      user_id: personId(by),
      reason,
      words: decisionWords,
      until: rows.at(decidedDaysAgo - (days ?? 0)),
      by_id: personId("admin"),
      created_at: decidedAt,
    });
  rows.add("appeals", {
    id: idOf("appeal", by),
    user_id: personId(by),
    kind: isSuspension ? "suspension" : "hiding",
    decision_id: isSuspension ? suspensionId : caseId,
    round: isSuspension ? 0 : 1,
    case_id: caseId,
    against_id: personId("admin"),
    words: appeal.words,
    created_at: rows.at(appeal.appealedDaysAgo),
  });
}
