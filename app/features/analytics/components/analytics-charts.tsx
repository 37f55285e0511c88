import { type AnalyticsView, durationWords, matchRateOf, sumOf, type WeekView } from "../analytics";
import { WeekChart } from "./week-chart";

export function AnalyticsCharts({
  view: { weeks, medianReply },
  isContributor,
}: {
  view: AnalyticsView;
  isContributor: boolean;
}) {
  const mondays = weeks.map(({ week }) => week);
  const of = (pick: (week: WeekView) => number | null) => weeks.map(pick);
  // Guests can't see creators' profiles.
  const views = sumOf(weeks, (week) => week.views);
  const guestViews = isContributor ? sumOf(weeks, (week) => week.guestViews) : 0;
  const likes = sumOf(weeks, (week) => week.likes);
  const matches = sumOf(weeks, (week) => week.matches);
  const rate = matchRateOf({ likes, matches });
  const sent = sumOf(weeks, (week) => week.sent);
  return (
    <div className="graphs">
      <WeekChart
        id="views"
        title="Profile views"
        figure={views + guestViews}
        summary={
          isContributor
            ? `${views} by members, ${guestViews} by guests (lighter bars). Each member counts once a day, and no one sees who they are.`
            : "Each member counts once a day, and no one sees who they are."
        }
        weeks={mondays}
        isStacked
        series={[
          { label: "Members", values: of((week) => week.views) },
          isContributor ? { label: "Guests", values: of((week) => week.guestViews) } : undefined,
        ]}
      />
      <WeekChart
        id="likes"
        title="Likes received"
        figure={likes}
        summary={`${weeks.at(-1)?.likes ?? 0} this week.`}
        weeks={mondays}
        series={[{ label: "Likes", values: of((week) => week.likes) }]}
      />
      <WeekChart
        id="rate"
        title="Match rate"
        figure={rate === null ? "–" : `${rate}%`}
        summary={
          rate === null
            ? "No Likes yet."
            : `${matches} ${matches === 1 ? "match" : "matches"} and ${likes} ${likes === 1 ? "Like" : "Likes"} received.`
        }
        weeks={mondays}
        series={[{ label: "Match rate", values: of(matchRateOf), say: (value) => `${value}%` }]}
      />
      <WeekChart
        id="replies"
        title="Reply time"
        figure={medianReply === null ? "–" : durationWords(medianReply)}
        summary={
          medianReply === null
            ? "You haven't replied to a first message yet."
            : `Half of your first replies came within ${durationWords(medianReply)}.`
        }
        weeks={mondays}
        series={[{ label: "Median", values: of((week) => week.medianReply), say: durationWords }]}
      />
      <WeekChart
        id="applications"
        title="Applications"
        figure={isContributor ? sent : sumOf(weeks, (week) => week.received)}
        summary={
          isContributor
            ? `${sent} sent (lighter bars), ${sumOf(weeks, (week) => week.accepted)} accepted.`
            : "Received on your projects."
        }
        weeks={mondays}
        series={
          isContributor
            ? [
                { label: "Accepted", values: of((week) => week.accepted) },
                { label: "Sent", values: of((week) => week.sent) },
              ]
            : [{ label: "Received", values: of((week) => week.received) }]
        }
      />
    </div>
  );
}
