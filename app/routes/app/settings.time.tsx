import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { timeZoneSchema } from "~/features/accounts/account.schema";
import { commonZones } from "~/features/accounts/common-zones";
import { chooseTimeZone } from "~/features/accounts/settings.server";
import { findTimeZones, knownTimeZone } from "~/features/accounts/time-zones.server";
import { readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { searchText } from "~/search-text";
import { pageTitle } from "~/shell/page";
import { ChoicesPage } from "~/shell/settings-page";
import { useDates } from "~/ui/dates";
import { ErrorSummary, Form, fieldOf, Select, summaryOf } from "~/ui/form";
import { Button, Link } from "~/ui/parts";
import { SearchField } from "~/ui/search-field";

export const meta = pageTitle("Time zone");

export const handle: RouteHandle = { pageFailure: "We couldn't save your time zone" };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  // The stored zone may have a former name, because earlier versions stored those, too.
  const timeZone = knownTimeZone(actor.timeZone) ?? actor.timeZone;
  const q = searchText(new URL(args.request.url).searchParams.get("q") ?? "");
  const found = q ? findTimeZones(q) : [];
  const own = { value: timeZone, label: timeZone.replaceAll("_", " ") };
  const common = [own, ...commonZones.filter(({ value }) => value !== timeZone)];
  const isFound = found.length > 0;
  return { timeZone, q, isFound, zones: isFound ? found : common, now: new Date().toISOString() };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, timeZoneSchema);
  if (!form.ok) return form.reply;
  const done = await chooseTimeZone(actor, form.value.timeZone);
  if (!done.ok) return form.refuse({ timeZone: ["Please choose a time zone from the list"] });
  return redirectWithFlash(paths.timeZone(), { title: "Time zone saved" });
}

export default function TimeZone() {
  const { timeZone, q, isFound, zones, now } = useLoaderData<typeof loader>();
  const { formatExact } = useDates();
  const result = useActionData<typeof action>()?.result;
  const field = fieldOf("zone", result, "timeZone");
  return (
    <ChoicesPage
      current={paths.timeZone()}
      title="Time zone"
      below={
        <Form
          method="get"
          action={paths.timeZone()}
          role="search"
          aria-label="Time zones"
          className="stack"
          // The key empties the field once a zone is saved.
          key={q}
        >
          <SearchField
            label="Find another time zone"
            name="q"
            id="zone-q"
            defaultValue={q}
            hint="Search for a large city near you, or a continent."
          />
          <Button kind="secondary">Search</Button>
        </Form>
      }
    >
      <ErrorSummary title="Your time zone wasn't saved" errors={summaryOf(result, [field])} />
      {q && (
        <p role="status">
          {isFound ? "Showing time zones that match" : "No time zone matches"} “{q}”.{" "}
          <Link to={paths.timeZone()}>Show common time zones</Link>
        </p>
      )}
      <Select
        label="Your time zone"
        id={field.id}
        name="timeZone"
        // The key resets the choice after it's saved, and when the search changes.
        key={`${timeZone} ${q}`}
        defaultValue={timeZone}
        error={field.errors}
        hint={`It's ${formatExact(now)}. If your swipes are limited, they reset at midnight in your time zone, at least 20 hours after the last reset.`}
        options={zones}
      />
    </ChoicesPage>
  );
}
