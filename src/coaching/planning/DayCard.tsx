import type { CSSProperties } from 'react';
import type { CoachingTimes } from '#contract/learning/coaching.ts';
import { cityOf, differenceText, timeIn, timeRange, weekdayAndDay } from '#src/coaching/zoneTimes.ts';

type Time = CoachingTimes['times'][number];
type Day = Time['day']['me'];

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Hours between two labels of an axis. */
const LABEL_HOURS = 2;

/** One day of both people on a common axis. The list next to it shows the same as text. */
export function DayCard({
  times: { me, other },
  shown: { startsAt, day },
  minutes,
}: {
  times: CoachingTimes;
  shown: Time;
  minutes: number;
}) {
  const start = Date.parse(startsAt);
  const end = start + minutes * MINUTE_MS;
  const [from, until] = shownHours(day, { from: start, until: end });
  const share = (instant: number) =>
    `${(100 * (Math.min(Math.max(instant, from), until) - from)) / (until - from)}%`;
  const place = (a: number, b: number): CSSProperties => ({
    insetBlockStart: share(a),
    insetBlockEnd: `calc(100% - ${share(b)})`,
  });
  const labels: number[] = [];
  for (let at = from + HOUR_MS; at < until; at += LABEL_HOURS * HOUR_MS) labels.push(at);
  const { firstName } = other.person;
  const apart = differenceText(me.timeZone, other.timeZone, startsAt);
  const axis = (timeZone: string, isEnd: boolean) => (
    <div className={isEnd ? 'day-axis day-axis-end' : 'day-axis'}>
      {labels.map((at) => (
        <span key={at} style={{ insetBlockStart: share(at) }}>
          {timeIn(at, timeZone)}
        </span>
      ))}
    </div>
  );
  const track = ({ working, busy }: Day, timeZone: string) => (
    <div className="day-track">
      {working.map((one) => (
        <div
          key={one.from}
          className="day-block day-working"
          style={place(Date.parse(one.from), Date.parse(one.until))}
        />
      ))}
      {busy.map((one) => (
        <div
          key={one.from}
          className="day-block day-busy"
          style={place(Date.parse(one.from), Date.parse(one.until))}
        />
      ))}
      <div className="day-block day-proposed" style={place(start, end)}>
        {timeIn(start, timeZone)}
      </div>
    </div>
  );
  const sentence = `Proposed on ${weekdayAndDay(startsAt, me.timeZone)}: ${timeRange(startsAt, minutes, me.timeZone)} in ${cityOf(me.timeZone)}, ${timeRange(startsAt, minutes, other.timeZone)} in ${cityOf(other.timeZone)}.`;
  return (
    <section className="card full" aria-labelledby="shown-day">
      <div className="card-head">
        <h2 className="title-3" id="shown-day">
          {weekdayAndDay(startsAt, me.timeZone)}
        </h2>
        {apart && <span className="small text-3">{apart}</span>}
      </div>
      <div className="day" role="img" aria-label={sentence}>
        <span />
        <span className="small">
          <b>You</b>
          <span className="text-3">{cityOf(me.timeZone)}</span>
        </span>
        <span className="small">
          <b>{firstName}</b>
          <span className="text-3">{cityOf(other.timeZone)}</span>
        </span>
        <span />
        {axis(me.timeZone, false)}
        {track(day.me, me.timeZone)}
        {track(day.other, other.timeZone)}
        {axis(other.timeZone, true)}
      </div>
      <ul className="day-key small" aria-hidden="true">
        <li>
          <i className="day-key-proposed" />
          Proposed
        </li>
        <li>
          <i />
          Working hours
        </li>
        <li>
          <i className="day-key-busy" />
          Busy
        </li>
        <li>
          <i className="day-key-off" />
          Not working
        </li>
      </ul>
    </section>
  );
}

/** The working hours of both people with an hour around them. */
function shownHours(day: Time['day'], session: { from: number; until: number }): [number, number] {
  const working = [...day.me.working, ...day.other.working];
  const from = Math.min(session.from, ...working.map((one) => Date.parse(one.from)));
  const until = Math.max(session.until, ...working.map((one) => Date.parse(one.until)));
  return [
    Math.max(Date.parse(day.from), Math.floor(from / HOUR_MS) * HOUR_MS - HOUR_MS),
    Math.min(Date.parse(day.until), Math.ceil(until / HOUR_MS) * HOUR_MS + HOUR_MS),
  ];
}
