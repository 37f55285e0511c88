const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const two = (value: number) => String(value).padStart(2, "0");

/** 'Nov 21, 2026', in UTC, so that server and browser write the same. `iso` is an ISO 8601 time. */
export function day(iso: string): string {
  const date = new Date(iso);
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** '14:05', in UTC. */
export function timeOfDay(iso: string): string {
  const date = new Date(iso);
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
}

/** 'Nov 21, 2026, 14:05 UTC'. */
export function dayAndTime(iso: string): string {
  return `${day(iso)}, ${timeOfDay(iso)} UTC`;
}
