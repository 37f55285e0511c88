import { useEffect, useState } from "react";
import { Select } from "~/ui/form";

/**
 * West to east: one zone for each offset and daylight saving rule where many people live; /settings/time has them all.
 */
const zones: readonly [zone: string, label: string][] = [
  ["Pacific/Honolulu", "Honolulu"],
  ["America/Anchorage", "Anchorage"],
  ["America/Los_Angeles", "Los Angeles, Vancouver"],
  ["America/Denver", "Denver, Calgary"],
  ["America/Phoenix", "Phoenix"],
  ["America/Chicago", "Chicago, Winnipeg"],
  ["America/Mexico_City", "Mexico City"],
  ["America/New_York", "New York, Toronto"],
  ["America/Bogota", "Bogotá, Lima"],
  ["America/Halifax", "Halifax"],
  ["America/Santiago", "Santiago"],
  ["America/Sao_Paulo", "São Paulo, Buenos Aires"],
  ["Europe/London", "London, Dublin, Lisbon"],
  ["Africa/Lagos", "Lagos, Algiers"],
  ["Europe/Berlin", "Berlin, Paris, Madrid, Rome"],
  ["Africa/Johannesburg", "Johannesburg"],
  ["Africa/Cairo", "Cairo"],
  ["Europe/Kyiv", "Kyiv, Athens, Helsinki"],
  ["Europe/Istanbul", "Istanbul, Riyadh, Nairobi"],
  ["Europe/Moscow", "Moscow"],
  ["Asia/Dubai", "Dubai"],
  ["Asia/Karachi", "Karachi, Tashkent"],
  ["Asia/Kolkata", "Mumbai, Delhi"],
  ["Asia/Dhaka", "Dhaka, Almaty"],
  ["Asia/Bangkok", "Bangkok, Jakarta, Hanoi"],
  ["Asia/Singapore", "Singapore, Manila, Beijing"],
  ["Australia/Perth", "Perth"],
  ["Asia/Tokyo", "Tokyo, Seoul"],
  ["Australia/Brisbane", "Brisbane"],
  ["Australia/Sydney", "Sydney, Melbourne"],
  ["Pacific/Auckland", "Auckland"],
];

/** With script, a hidden field with the browser's time zone; without, an optional select. */
export function TimeZoneChoice({ id, chosen }: { id: string; chosen?: string }) {
  const [timeZone, setTimeZone] = useState<string | null>(null);
  useEffect(() => setTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  if (timeZone) return <input type="hidden" name="timeZone" value={timeZone} />;
  return (
    <noscript>
      {/* In the browser, React leaves the server's content alone. */}
      {import.meta.env.SSR && (
        <Select
          label="Time zone"
          id={id}
          name="timeZone"
          showOptional
          emptyLabel="UTC, until you choose"
          defaultValue={chosen}
          options={zones.map(([value, label]) => ({ value, label }))}
        />
      )}
    </noscript>
  );
}
