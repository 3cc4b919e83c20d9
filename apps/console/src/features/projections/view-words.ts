import type { BuildRole, ViewBuild, ViewLag, ViewStanding } from '#contract';
import type { Translate } from '../../i18n/texts.js';
import { count } from '../../lib/format.js';
import { texts } from './texts.js';

export type ProjectionText = Translate<keyof typeof texts.zh>;

const hasText = (key: string): key is keyof typeof texts.zh => key in texts.zh;

/** What a view holds, in words; one that has none by its own name. */
export const viewName = (name: string, t: ProjectionText): string => {
  const key = `view.${name}`;
  return hasText(key) ? t(key) : name;
};

export const operationName = (type: string, t: ProjectionText): string => {
  const key = `op.${type}`;
  return hasText(key) ? t(key) : type;
};

/** Seconds as somebody reads them: 42 秒, 1 分 6 秒, 3 时 10 分, 2 天 4 时. */
export const duration = (seconds: number, t: ProjectionText): string => {
  if (seconds < 60) return t('seconds', { n: Math.round(seconds) });
  const minutes = Math.floor(seconds / 60);
  const rest = Math.round(seconds % 60);
  if (minutes < 60) return rest === 0 ? t('wholeMinutes', { m: minutes }) : t('minutes', { m: minutes, s: rest });
  const hours = Math.floor(minutes / 60);
  return hours < 24
    ? t('hours', { h: hours, m: minutes % 60 })
    : t('days', { d: Math.floor(hours / 24), h: hours % 24 });
};

/** How long ago something was, by the service's own clock: that of the browser may be wrong. */
export const ago = (time: string, countedAt: string, t: ProjectionText): string => {
  const seconds = Math.max(0, (Date.parse(countedAt) - Date.parse(time)) / 1000);
  if (seconds < 2) return t('justNow');
  return t('ago', {
    time: seconds < 3600 && seconds >= 60 ? t('wholeMinutes', { m: Math.floor(seconds / 60) }) : duration(seconds, t),
  });
};

/** Small rates with a decimal, others whole. */
export const rateOf = (rate: number): string =>
  rate > 0 && rate < 10 ? rate.toFixed(1).replace(/\.0$/, '') : count(Math.round(rate));

export const lagWords = ({ events, isCapped }: ViewLag, t: ProjectionText): string =>
  isCapped ? t('moreThan', { n: count(events) }) : count(events);

/** The build that answers readers, or is to. */
export const mainBuild = ({ builds }: ViewStanding): ViewBuild | undefined =>
  builds.find(({ role }) => role === 'live') ?? builds.find(({ role }) => role === 'first');

const OPERATED = ['rebuilding', 'paused', 'compared', 'switching', 'kept'] as const satisfies readonly BuildRole[];
export type OperatedRole = (typeof OPERATED)[number];
export type OperatedBuild = ViewBuild & { role: OperatedRole };

const isOperated = (build: ViewBuild): build is OperatedBuild => OPERATED.some((role) => role === build.role);

/** What an operator has under way beside the live build: that of a rebuild before the one that is kept. */
export const operatedBuild = ({ builds }: ViewStanding): OperatedBuild | undefined =>
  builds.filter(isOperated).toSorted((one, other) => OPERATED.indexOf(one.role) - OPERATED.indexOf(other.role))[0];

export const mark = (view: ViewStanding): 'live' | 'building' | 'stopped' | OperatedRole =>
  view.state === 'live' ? (operatedBuild(view)?.role ?? 'live') : view.state;

export const differing = ({
  onlyOld,
  onlyNew,
  different,
}: {
  onlyOld: number;
  onlyNew: number;
  different: number;
}): number => onlyOld + onlyNew + different;
