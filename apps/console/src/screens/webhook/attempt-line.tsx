import type { WebhookDeliveryDetail } from '#contract';
import { ATTEMPT_WAITS } from '#domain/lab-systems';
import { useTexts } from '../../i18n/texts.js';
import { texts as shared } from '../../integration/texts.js';
import { attemptOutcomeText } from '../../integration/webhooks.js';
import { dateTime, recentTime, shortTime } from '../../lib/china-time.js';
import { texts } from './texts.js';

/** A point of the line: `time` is when it was or is planned. */
type Point = { n: number; kind: 'good' | 'bad' | 'next' | 'far'; time: string | null; note: string; isLast?: boolean };

/** Most past attempts that are shown; earlier ones are left out. */
const MOST_PAST = 4;

/** Past attempts filled, the last one ringed, the next in blue, the rest dashed with their planned time. */
export const AttemptTimeline = ({ delivery }: { delivery: WebhookDeliveryDetail }) => {
  const t = useTexts(texts);
  const s = useTexts(shared);
  const { tried, nextAt, state } = delivery;
  const past = tried.slice(-MOST_PAST).map((attempt, place, all): Point => ({
    n: attempt.n,
    kind: attempt.failure === null ? 'good' : 'bad',
    time: attempt.at,
    note: attemptOutcomeText(attempt, s),
    isLast: place === all.length - 1,
  }));
  const done = tried.at(-1)?.n ?? 0;
  const coming: Point[] =
    state === 'waiting' && nextAt !== null
      ? [{ n: done + 1, kind: 'next', time: nextAt, note: t('planned') }, ...later(done + 2, nextAt)]
      : [];
  const points = [...past, ...coming];
  if (points.length === 0) return null;
  return (
    <ol className="attempts" aria-label={t('attempts')}>
      {points.map(({ n, kind, time, note, isLast }) => (
        <li key={n} data-kind={kind} data-last={isLast || undefined}>
          <span className="attempt-mark numeric">{n}</span>
          <span className="attempt-time numeric" title={time === null ? '' : dateTime(time)}>
            {time === null ? '' : shown(time, kind)}
          </span>
          <span className="attempt-note">{note}</span>
        </li>
      ))}
    </ol>
  );
};

/** To the second where it is of today; the day alone for what is far away. */
const shown = (time: string, kind: Point['kind']): string => {
  const recent = recentTime(time);
  return recent.includes('-') && kind === 'far'
    ? shortTime(time).slice(0, 5)
    : recent.replace(/^(\d\d:\d\d):\d\d$/, kind === 'far' ? '$1' : '$&');
};

/** The attempt after the next one, and the last of all, if those before them fail. */
const later = (from: number, nextAt: string): Point[] => {
  let at = Date.parse(nextAt);
  const planned = ATTEMPT_WAITS.slice(from - 1).map((wait, place): Point => {
    at += wait;
    return { n: from + place, kind: 'far', time: new Date(at).toISOString(), note: '' };
  });
  return planned.filter((_, place) => place === 0 || place === planned.length - 1);
};
