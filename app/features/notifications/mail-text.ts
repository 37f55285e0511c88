export interface MailText {
  lines: string[];
  /** For digests. */
  items?: { text: string; href: string | null }[];
  action?: { label: string; href: string };
  /** URL that turns this kind off. */
  unsubscribe?: string;
  /** URL of the settings. */
  settings?: string;
}

const unsubscribeLabel = "Unsubscribe from emails like this";
const settingsLabel = "Manage your email settings";
const signature = "Matchcut: where creators find editors, designers and writers.";

export function textOfMail({ lines, items = [], action, unsubscribe, settings }: MailText): string {
  const list = items.map(({ text, href }) => (href ? `- ${text}\n  ${href}` : `- ${text}`));
  const button = action ? [`${action.label}:\n${action.href}`] : [];
  const end = [
    ...(unsubscribe ? [`${unsubscribeLabel}:\n${unsubscribe}`] : []),
    ...(settings ? [`${settingsLabel}:\n${settings}`] : []),
  ];
  return [...lines, ...list, ...button, signature, ...end].join("\n\n");
}

/** A single HTML column; all text is escaped. */
export function htmlOfMail(
  subject: string,
  { lines, items = [], action, unsubscribe, settings }: MailText,
): string {
  const end = [
    unsubscribe ? small(unsubscribe, unsubscribeLabel) : "",
    settings ? small(settings, settingsLabel) : "",
  ].join("");
  const paragraphs = lines.map((line) => `<p>${escaped(line)}</p>`).join("");
  const list = items.length > 0 ? `<ul>${items.map(itemOf).join("")}</ul>` : "";
  const button = action
    ? `<p><a href="${escaped(action.href)}" style="display:inline-block;padding:12px 20px;border-radius:12px;background:#c8321a;color:#fff;text-decoration:none">${escaped(action.label)}</a></p><p style="font-size:13px">${escaped(action.href)}</p>`
    : "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body style="font:16px/1.5 system-ui,sans-serif;color:#1c1917;max-width:36em;margin:0 auto;padding:24px">${paragraphs}${list}${button}<p style="color:#57534e;font-size:13px">${signature}</p>${end}</body></html>`;
}

function itemOf({ text, href }: { text: string; href: string | null }): string {
  return href ? `<li><a href="${escaped(href)}">${escaped(text)}</a></li>` : `<li>${escaped(text)}</li>`;
}

function small(href: string, label: string): string {
  return `<p style="font-size:13px"><a href="${escaped(href)}" style="color:#57534e">${label}</a></p>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
