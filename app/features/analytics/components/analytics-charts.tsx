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
  const likes = sumOf(weeks, (week) => week.likes);
  const matches = sumOf(weeks, (week) => week.matches);
  const rate = matchRateOf({ likes, matches });
  return (
    <div className="cards">
      <WeekChart
        id="views"
        title="Profile views"
        summary={`${sumOf(weeks, (week) => week.views)} by members, ${sumOf(weeks, (week) => week.guestViews)} by guests (lighter bars). Each member counts once a day, and no one sees who they are.`}
        weeks={mondays}
        isStacked
        series={[
          { label: "Members", values: of((week) => week.views) },
          { label: "Guests", values: of((week) => week.guestViews) },
        ]}
      />
      <WeekChart
        id="likes"
        title="Likes received"
        summary={`${likes} in ${weeks.length} weeks.`}
        weeks={mondays}
        series={[{ label: "Likes", values: of((week) => week.likes) }]}
      />
      <WeekChart
        id="rate"
        title="Match rate"
        summary={
          rate === null
            ? "No Likes yet."
            : `${rate}%: ${matches} ${matches === 1 ? "match" : "matches"} and ${likes} ${likes === 1 ? "Like" : "Likes"} received.`
        }
        weeks={mondays}
        series={[{ label: "Match rate", values: of(matchRateOf), say: (value) => `${value}%` }]}
      />
      <WeekChart
        id="replies"
        title="Reply time"
        summary={
          medianReply === null
            ? "You haven't replied to a first message yet."
            : `Half of your first replies came within ${durationWords(medianReply)}.`
        }
        weeks={mondays}
        series={[{ label: "Median", values: of((week) => week.medianReply), say: durationWords }]}
      />
      {isContributor ? (
        <Sent weeks={weeks} mondays={mondays} />
      ) : (
        <Received weeks={weeks} mondays={mondays} />
      )}
    </div>
  );
}

interface Applications {
  weeks: readonly WeekView[];
  mondays: readonly string[];
}

function Sent({ weeks, mondays }: Applications) {
  return (
    <WeekChart
      id="applications"
      title="Applications"
      summary={`${sumOf(weeks, (week) => week.sent)} sent (lighter bars), ${sumOf(weeks, (week) => week.accepted)} accepted.`}
      weeks={mondays}
      series={[
        { label: "Accepted", values: weeks.map((week) => week.accepted) },
        { label: "Sent", values: weeks.map((week) => week.sent) },
      ]}
    />
  );
}

function Received({ weeks, mondays }: Applications) {
  return (
    <WeekChart
      id="applications"
      title="Applications"
      summary={`${sumOf(weeks, (week) => week.received)} received on your projects.`}
      weeks={mondays}
      series={[{ label: "Received", values: weeks.map((week) => week.received) }]}
    />
  );
}
