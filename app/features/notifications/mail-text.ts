export interface MailText {
  lines: string[];
  action?: { label: string; href: string };
  /** Where to turn this kind off. */
  unsubscribe?: string;
}

const unsubscribeLabel = "No more emails like this";
const signature = "Matchcut, where creators find the people who make their work shine.";

export function textOfMail({ lines, action, unsubscribe }: MailText): string {
  const button = action ? [`${action.label}:\n${action.href}`] : [];
  const end = unsubscribe ? [`${unsubscribeLabel}:\n${unsubscribe}`] : [];
  return [...lines, ...button, signature, ...end].join("\n\n");
}

/** A single HTML column; all text is escaped. */
export function htmlOfMail(subject: string, { lines, action, unsubscribe }: MailText): string {
  const end = unsubscribe
    ? `<p style="font-size:13px"><a href="${escaped(unsubscribe)}" style="color:#57534e">${unsubscribeLabel}</a></p>`
    : "";
  const paragraphs = lines.map((line) => `<p>${escaped(line)}</p>`).join("");
  const button = action
    ? `<p><a href="${escaped(action.href)}" style="display:inline-block;padding:12px 20px;border-radius:12px;background:#c8321a;color:#fff;text-decoration:none">${escaped(action.label)}</a></p><p style="font-size:13px">${escaped(action.href)}</p>`
    : "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body style="font:16px/1.5 system-ui,sans-serif;color:#1c1917;max-width:36em;margin:0 auto;padding:24px">${paragraphs}${button}<p style="color:#57534e;font-size:13px">${signature}</p>${end}</body></html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
