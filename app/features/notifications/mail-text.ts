import { escapeMarkup } from "~/lines";

/** A row of a table, with a label and a value. If the value is empty, the row is left out. */
export type Fact = [label: string, value: string];

export interface MailText {
  /** Shown above everything else; by default, the subject. */
  heading?: string;
  lines: readonly string[];
  /** Shown in a table below the first line. */
  facts?: Fact[];
  /** What a digest lists. */
  items?: { text: string; href: string | null }[];
  action?: { label: string; href: string };
}

/** An email as it's sent, with absolute URLs. */
export interface SentText extends MailText {
  /** Decorative, so nothing is lost without it. */
  picture?: string;
  /** A link that turns this kind off. */
  unsubscribe?: { label: string; href: string };
  settings?: string;
  /** Why this kind of email can't be turned off. */
  why?: string;
}

const settingsLabel = "All email settings";
const signature = "Matchcut: where creators find editors, designers and writers.";

export function textOfMail(
  subject: string,
  { heading = subject, lines, facts = [], items = [], action, unsubscribe, settings, why }: SentText,
): string {
  const [lead, ...others] = lines;
  const table = facts.map(([label, value]) => `${label}: ${value}`).join("\n");
  const list = items.map(({ text, href }) => (href ? `- ${text}\n  ${href}` : `- ${text}`));
  const end = [
    why,
    unsubscribe && `${unsubscribe.label}:\n${unsubscribe.href}`,
    settings && `${settingsLabel}:\n${settings}`,
  ];
  const button = action && `${action.label}:\n${action.href}`;
  return [heading, lead, table, ...others, ...list, button, signature, ...end].filter(Boolean).join("\n\n");
}

// Email clients drop styles that aren't inline, and many drop classes, so only some of them show the dark colors.
const face = "font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
const ink = "color:#17120e";
const muted = "color:#57504a";
const dark = `:root{color-scheme:light dark}
@media(prefers-color-scheme:dark){.g{background:#120b09!important}.s{background:#1f1512!important}.i{color:#fbf1e8!important}.q{color:#cdbcae!important}.l{border-color:#39291f!important}.b{background:#ff6f42!important}.b a{color:#240a02!important}}
@media(max-width:480px){.p{padding-left:20px!important;padding-right:20px!important}.h{font-size:30px!important}.w{display:block!important;width:auto!important;text-align:left!important}.w0{padding-bottom:2px!important}.w1{border:0!important;padding-top:0!important}.bw{width:100%!important}}`;

/** One column of 600 px with one button. All text is escaped. */
export function htmlOfMail(subject: string, mail: SentText, origin: string): string {
  const { heading = subject, lines, facts = [], items = [], action, picture } = mail;
  const [lead, ...others] = lines;
  const preview = lead
    ? `<div style="display:none;max-height:0;overflow:hidden">${escapeMarkup(lead)}</div>`
    : "";
  const logo = new URL("/mail-logo.png", origin).href;
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td class="q l w w0" valign="top" style="padding:11px 16px 11px 0;border-top:1px solid #e8e2da;font-size:14px;line-height:22px;${face};${muted}">${escapeMarkup(label)}</td><td class="i l w w1" valign="top" align="right" style="padding:11px 0;border-top:1px solid #e8e2da;font-size:16px;line-height:22px;${face};${ink}">${escapeMarkup(value)}</td></tr>`,
  );
  const paragraph = (line: string, size: string) =>
    `<p class="q" style="margin:0 0 16px;${size};${muted}">${escapeMarkup(line).replaceAll("\n", "<br>")}</p>`;
  const list = items.map(
    ({ text, href }) =>
      `<tr><td class="i l" style="padding:11px 0;border-top:1px solid #e8e2da;font-size:16px;line-height:22px;${face};${ink}">${href ? `<a class="i" href="${escapeMarkup(href)}" style="${ink}">${escapeMarkup(text)}</a>` : escapeMarkup(text)}</td></tr>`,
  );
  const content = [
    `<h1 class="i h" style="margin:0 0 8px;font-size:36px;line-height:1.1;letter-spacing:-.02em;font-weight:800;${ink}">${escapeMarkup(heading)}</h1>`,
    lead ? paragraph(lead, "font-size:18px;line-height:26px") : "",
    tableOf(rows),
    ...others.map((line) => paragraph(line, "font-size:16px;line-height:24px")),
    tableOf(list),
    action
      ? `<table ${table} class="bw" style="margin-top:24px"><tr><td class="b" align="center" bgcolor="#d2330b" style="border-radius:26px;background:#d2330b"><a href="${escapeMarkup(action.href)}" style="display:block;padding:14px 28px;${face};font-size:16px;line-height:24px;font-weight:600;color:#fff;text-decoration:none">${escapeMarkup(action.label)}</a></td></tr></table>`
      : "",
  ];
  const image = picture
    ? `<img src="${escapeMarkup(picture)}" width="600" alt="" style="display:block;width:100%;height:auto;border:0;border-radius:24px 24px 0 0;background:#16110e">`
    : "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeMarkup(subject)}</title><style>${dark}</style></head><body class="g" style="margin:0;padding:0;background:#fcfbf9">${preview}<div role="main"><table ${table} class="g" width="100%" bgcolor="#fcfbf9" style="background:#fcfbf9"><tr><td align="center" style="padding:16px 8px 32px"><table ${table} width="600" style="width:100%;max-width:600px;text-align:left"><tr><td class="p" style="padding:8px 32px 16px"><table ${table}><tr><td style="padding-right:8px"><img src="${logo}" width="26" height="26" alt="" style="display:block;border:0"></td><td class="i" style="font-size:18px;font-weight:700;${face};${ink}">Matchcut</td></tr></table></td></tr><tr><td class="s" bgcolor="#ffffff" style="background:#fff;border-radius:24px">${image}<table ${table} width="100%"><tr><td class="p" style="padding:28px 32px 32px;${face}">${content.join("")}</td></tr></table></td></tr><tr><td class="p q" style="padding:20px 32px;font-size:14px;line-height:21px;${face};${muted}">${endOf(mail)}</td></tr></table></td></tr></table></div></body></html>`;
}

const tableOf = (rows: readonly string[]) =>
  rows.length > 0 ? `<table ${table} width="100%" style="margin:4px 0 16px">${rows.join("")}</table>` : "";

function endOf({ unsubscribe, settings, why }: SentText): string {
  const link = (href: string, label: string) =>
    `<a class="q" href="${escapeMarkup(href)}" style="${muted}">${escapeMarkup(label)}</a>`;
  const lines = [
    why,
    unsubscribe && link(unsubscribe.href, unsubscribe.label),
    settings && link(settings, settingsLabel),
    signature,
  ];
  return lines.flatMap((line) => (line ? [`<p style="margin:0 0 6px">${line}</p>`] : [])).join("");
}
