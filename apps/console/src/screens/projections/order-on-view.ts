import { useQuery } from '@tanstack/react-query';
import {
  type BuildRole,
  cancelRebuild,
  dropBuild,
  getViewOperations,
  listProjections,
  listRowRebuilds,
  listSetAside,
  pauseRebuild,
  rebuildView,
  restartView,
  resumeRebuild,
  retrySetAside,
  switchBack,
  switchBuild,
  type ViewBuild,
  type ViewLag,
  type ViewStatus,
} from '#contract';
import { openActionDialog } from '../../components/action-dialog.js';
import { toastSuccess } from '../../components/toaster.js';
import { textOf, type TextValues, type Translate } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { formatCount } from '../../lib/numbers.js';
import { queryClient, queryOptionsOf } from '../../lib/queries.js';
import { texts } from './texts.js';

const REFRESH_MS = 2_000;

/** The state of all views, polled unless `halted`; the last state stays while the service does not respond. */
export const useProjections = (halted: boolean) =>
  useQuery({
    ...queryOptionsOf(listProjections),
    refetchInterval: halted ? false : REFRESH_MS,
    staleTime: 0,
    meta: { quiet: true },
  });

/** The orders on one view, newest first; a new `revision` means that there are more. */
export const useViewOperations = (view: string, revision: number) =>
  useQuery({
    queryKey: [getViewOperations.name, { view }, revision],
    queryFn: queryOptionsOf(getViewOperations, { view }).queryFn,
    placeholderData: (previous) => previous,
    meta: { quiet: true },
  });

/** Streams that a view has set aside; `revision` and `setAside` change when others are set aside or retried. */
export const useSetAside = ({ name, revision, setAside }: ViewStatus) =>
  useQuery({
    queryKey: [listSetAside.name, { view: name }, revision, setAside],
    queryFn: queryOptionsOf(listSetAside, { view: name }).queryFn,
    placeholderData: (previous) => previous,
    refetchInterval: REFRESH_MS,
    meta: { quiet: true },
  });

/** Polled at a shorter interval while one of them runs. */
export const useRowRebuilds = () =>
  useQuery({
    ...queryOptionsOf(listRowRebuilds),
    refetchInterval: ({ state }) => (state.data?.items.some((item) => item.state === 'running') ? REFRESH_MS : false),
    meta: { quiet: true },
  });

/** Refreshes everything that an order may have changed. */
export const projectionsChanged = async (): Promise<void> => {
  await Promise.all(
    [listProjections, getViewOperations, listRowRebuilds, listSetAside].map(({ name }) =>
      queryClient.invalidateQueries({ queryKey: [name] }),
    ),
  );
};

export type ProjectionText = Translate<keyof typeof texts.zh>;

const hasText = (key: string): key is keyof typeof texts.zh => key in texts.zh;

/** The content of a view, as text; an unknown view by its own name. */
export const viewName = (name: string, t: ProjectionText): string => {
  const key = `view.${name}`;
  return hasText(key) ? t(key) : name;
};

export const operationName = (type: string, t: ProjectionText): string => {
  const key = `op.${type}`;
  return hasText(key) ? t(key) : type;
};

/** Seconds as text: 42 秒, 1 分 6 秒, 3 时 10 分, 2 天 4 时. */
export const duration = (seconds: number, t: ProjectionText): string => {
  if (seconds < 60) return t('seconds', { n: Math.round(seconds) });
  const minutes = Math.floor(seconds / 60);
  const remainingSeconds = Math.round(seconds % 60);
  if (minutes < 60)
    return remainingSeconds === 0
      ? t('wholeMinutes', { m: minutes })
      : t('minutes', { m: minutes, s: remainingSeconds });
  const hours = Math.floor(minutes / 60);
  return hours < 24
    ? t('hours', { h: hours, m: minutes % 60 })
    : t('days', { d: Math.floor(hours / 24), h: hours % 24 });
};

/** Time since something, by the clock of the service, because that of the browser may be wrong. */
export const agoText = (time: string, now: string, t: ProjectionText): string => {
  const seconds = Math.max(0, (Date.parse(now) - Date.parse(time)) / 1000);
  if (seconds < 2) return t('justNow');
  return t('ago', {
    time: seconds < 3600 && seconds >= 60 ? t('wholeMinutes', { m: Math.floor(seconds / 60) }) : duration(seconds, t),
  });
};

/** Small rates with a decimal, others whole. */
export const rateText = (rate: number): string =>
  rate > 0 && rate < 10 ? rate.toFixed(1).replace(/\.0$/, '') : formatCount(Math.round(rate));

export const lagText = ({ events, isCapped }: ViewLag, t: ProjectionText): string =>
  isCapped ? t('moreThan', { n: formatCount(events) }) : formatCount(events);

/** The build that readers use, or will use. */
export const mainBuild = ({ builds }: ViewStatus): ViewBuild | undefined =>
  builds.find(({ role }) => role === 'live') ?? builds.find(({ role }) => role === 'first');

const OPERATED_ROLES = [
  'rebuilding',
  'paused',
  'compared',
  'switching',
  'kept',
] as const satisfies readonly BuildRole[];
export type OperatedRole = (typeof OPERATED_ROLES)[number];
export type OperatedBuild = ViewBuild & { role: OperatedRole };

const isOperated = (build: ViewBuild): build is OperatedBuild => OPERATED_ROLES.some((role) => role === build.role);

/** The build that an operator has started beside the live one; a rebuild comes before a kept old build. */
export const operatedBuild = ({ builds }: ViewStatus): OperatedBuild | undefined =>
  builds
    .filter(isOperated)
    .toSorted((left, right) => OPERATED_ROLES.indexOf(left.role) - OPERATED_ROLES.indexOf(right.role))[0];

export const viewMark = (view: ViewStatus): 'live' | 'building' | 'stopped' | OperatedRole =>
  view.state === 'live' ? (operatedBuild(view)?.role ?? 'live') : view.state;

export const differenceCount = ({
  onlyOld,
  onlyNew,
  different,
}: {
  onlyOld: number;
  onlyNew: number;
  different: number;
}): number => onlyOld + onlyNew + different;

/** libs/events: OperatorReason. */
export const REASON_LENGTH = 200;

const t = (key: keyof typeof texts.zh, values?: TextValues): string => textOf(texts, key, values);

type Order = {
  action: string;
  sentence: string;
  intent?: 'danger';
  requestKey: string;
  send(reason: string, idempotencyKey: string): Promise<unknown>;
};

/**
 * Asks for a reason, sends the order, and reads the views again, also after a refusal, because something else has been
 * done meanwhile.
 */
const orderWithReason = async ({ action, sentence, intent, requestKey, send }: Order): Promise<void> => {
  const isConfirmed = await openActionDialog({
    action,
    sentence,
    intent: intent ?? 'primary',
    reason: { label: t('reason'), required: true, placeholder: t('reasonHint'), maxLength: REASON_LENGTH },
    run: async (reason) => {
      try {
        await withIdempotencyKey(`${requestKey} ${reason}`, (idempotencyKey) => send(reason, idempotencyKey));
      } finally {
        void projectionsChanged();
      }
    },
  });
  if (isConfirmed) toastSuccess(t('done'));
};

const orderTarget = ({ name, revision }: ViewStatus) => ({
  name: viewName(name, t),
  query: { view: name },
  of: `${name} ${revision}`,
});

export const openRebuildDialog = (view: ViewStatus): Promise<void> => {
  const { name, query, of } = orderTarget(view);
  return orderWithReason({
    action: t('rebuildAction'),
    sentence: t('rebuildSentence', { name }),
    requestKey: `rebuild ${of}`,
    send: (reason, idempotencyKey) => callOperation(rebuildView, { query, body: { reason }, idempotencyKey }),
  });
};

export const openPauseDialog = (view: ViewStatus): Promise<void> => {
  const { name, query, of } = orderTarget(view);
  return orderWithReason({
    action: t('pauseAction'),
    sentence: t('pauseSentence', { name }),
    requestKey: `pause ${of}`,
    send: (reason, idempotencyKey) => callOperation(pauseRebuild, { query, body: { reason }, idempotencyKey }),
  });
};

export const openResumeDialog = (view: ViewStatus): Promise<void> => {
  const { name, query, of } = orderTarget(view);
  return orderWithReason({
    action: t('resumeAction'),
    sentence: t('resumeSentence', { name }),
    requestKey: `resume ${of}`,
    send: (reason, idempotencyKey) => callOperation(resumeRebuild, { query, body: { reason }, idempotencyKey }),
  });
};

export const openCancelDialog = (view: ViewStatus): Promise<void> => {
  const { name, query, of } = orderTarget(view);
  return orderWithReason({
    action: t('cancelAction'),
    sentence: t('cancelSentence', { name }),
    intent: 'danger',
    requestKey: `cancel ${of}`,
    send: (reason, idempotencyKey) => callOperation(cancelRebuild, { query, body: { reason }, idempotencyKey }),
  });
};

export const openSwitchDialog = (view: ViewStatus): Promise<void> => {
  const { name, query, of } = orderTarget(view);
  const n = view.comparison ? differenceCount(view.comparison) : 0;
  return orderWithReason({
    action: t('switch'),
    sentence: n > 0 ? t('switchSentenceDiffers', { name, n }) : t('switchSentence', { name }),
    requestKey: `switch ${of}`,
    send: (reason, idempotencyKey) => callOperation(switchBuild, { query, body: { reason }, idempotencyKey }),
  });
};

export const openSwitchBackDialog = (view: ViewStatus): Promise<void> => {
  const { name, query, of } = orderTarget(view);
  return orderWithReason({
    action: t('backAction'),
    sentence: t('backSentence', { name }),
    requestKey: `back ${of}`,
    send: (reason, idempotencyKey) => callOperation(switchBack, { query, body: { reason }, idempotencyKey }),
  });
};

export const openDropDialog = (view: ViewStatus, build: string, isOld: boolean): Promise<void> => {
  const { name, query, of } = orderTarget(view);
  return orderWithReason({
    action: t(isOld ? 'dropOld' : 'drop'),
    sentence: t(isOld ? 'dropOldSentence' : 'dropSentence', { name }),
    intent: 'danger',
    requestKey: `drop ${build} ${of}`,
    send: (reason, idempotencyKey) => callOperation(dropBuild, { query, body: { build, reason }, idempotencyKey }),
  });
};

export const openRestartDialog = (view: ViewStatus, build: string): Promise<void> => {
  const { name, query, of } = orderTarget(view);
  return orderWithReason({
    action: t('retryAction'),
    sentence: t('retrySentence', { name }),
    requestKey: `restart ${build} ${of}`,
    send: (reason, idempotencyKey) => callOperation(restartView, { query, body: { build, reason }, idempotencyKey }),
  });
};

/** One stream that is set aside, or all of them. */
export const openRetryStreamsDialog = (view: ViewStatus, stream: string | null): Promise<void> => {
  const { name, query, of } = orderTarget(view);
  return orderWithReason({
    action: t('retryStreamAction'),
    sentence:
      stream === null ? t('retryAllSentence', { name, n: view.setAside }) : t('retryStreamSentence', { name, stream }),
    requestKey: `retry ${stream ?? 'all'} ${of}`,
    send: (reason, idempotencyKey) =>
      callOperation(retrySetAside, { query, body: stream === null ? { reason } : { stream, reason }, idempotencyKey }),
  });
};
