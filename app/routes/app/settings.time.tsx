import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { timeZoneSchema } from "~/features/accounts/account.schema";
import { chooseTimeZone } from "~/features/accounts/settings.server";
import { knownTimeZone, listTimeZones } from "~/features/accounts/time-zones.server";
import { readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { ChoicesPage } from "~/shell/settings-page";
import { useDates } from "~/ui/dates";
import { fieldOf, Select } from "~/ui/form";

export const meta = pageTitle("Time zone");

export const handle: RouteFailure = {
  failure: { page: "We couldn't save your time zone" },
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  // The stored zone may have a former name, because earlier versions stored those, too.
  const timeZone = knownTimeZone(actor.timeZone) ?? actor.timeZone;
  const zones = new Set([...listTimeZones(), timeZone]);
  // One string is a kilobyte smaller than a list. 'Europe/Kiev=Europe/Kyiv' is a former name.
  const listed = [...zones].map((name) => {
    const current = knownTimeZone(name) ?? name;
    return current === name ? name : `${name}=${current}`;
  });
  return { timeZone, timeZones: listed.join(" "), now: new Date().toISOString() };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, timeZoneSchema);
  if (!form.ok) return form.reply;
  const done = await chooseTimeZone(actor, form.value.timeZone);
  if (!done.ok) return form.refuse({ timeZone: ["Please choose a time zone from the list"] });
  return redirectWithFlash(paths.timeZone(), { title: "Time zone saved" });
}

/** A former name stays in the list, so that people who search for it find the zone. */
function optionOf(zone: string) {
  const [value = "", current] = zone.split("=");
  return { value, label: (current ? `${value} (now ${current})` : value).replaceAll("_", " ") };
}

export default function TimeZone() {
  const { timeZone, timeZones: zones, now } = useLoaderData<typeof loader>();
  const { formatDateTime } = useDates();
  const field = fieldOf("zone", useActionData<typeof action>()?.result, "timeZone");
  return (
    <ChoicesPage current={paths.timeZone()} title="Time zone">
      <Select
        label="Your time zone"
        id={field.id}
        name="timeZone"
        key={timeZone}
        defaultValue={timeZone}
        error={field.errors}
        hint={`It's ${formatDateTime(now)} there. If your swipes are limited, they reset at midnight there, at least 20 hours after the last reset.`}
        options={zones.split(" ").map(optionOf)}
      />
    </ChoicesPage>
  );
}
