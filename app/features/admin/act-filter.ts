/** Which acts a list or a file has; as it stands in the URL. */
export interface ActFilter {
  /** Whom it is about or who did it: an address, a name or an id. */
  person: string;
  act: string;
  /** yyyy-MM-dd in the admin's time zone, both included; empty for no bound. */
  from: string;
  to: string;
}

const dayPattern = /^[12]\d{3}-\d\d-\d\d$/;

/** What is no day, such as February 30, bounds nothing. */
function dayOf(text: string | null): string {
  if (!text || !dayPattern.test(text)) return "";
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : "";
}

export function readActFilter(query: URLSearchParams): ActFilter {
  const textOf = (name: string) => (query.get(name) ?? "").trim().slice(0, 320);
  return {
    person: textOf("person"),
    act: textOf("act"),
    from: dayOf(query.get("from")),
    to: dayOf(query.get("to")),
  };
}

export const isFilteredActs = (filter: ActFilter): boolean => Object.values(filter).some(Boolean);
