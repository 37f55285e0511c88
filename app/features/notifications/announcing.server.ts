import type { Transaction } from "~/platform/db.server";
import { type NewMail, queueMail } from "./mailing.server";
import { type Notification, notify } from "./notifying.server";

export interface News extends Notification {
  /** Its mail. The kind and subject default to the notification's kind and title. Without it, no mail is sent. */
  mail?: Pick<NewMail, "lines"> & Partial<Omit<NewMail, "userId" | "aboutId" | "eventKey">>;
}

/** Announces events on the site, by push and by mail, each as its reader prefers: `notify` and `queueMail`. */
export async function announce(tx: Transaction, ...news: News[]): Promise<void> {
  await notify(tx, ...news.map(({ mail: _, ...notification }) => notification));
  for (const { userId, kind, title, aboutId, eventKey, mail } of news)
    if (mail) await queueMail(tx, { userId, kind, subject: title, aboutId, eventKey, ...mail });
}
