import type { ViewStatus } from '#contract';
import { Sparkline } from '../../components/charts/small-charts.js';
import { type Column, orDash } from '../../components/data-table.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { formatCount } from '../../lib/numbers.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import {
  agoText,
  openRebuildDialog,
  openRestartDialog,
  duration,
  lagText,
  mainBuild,
  viewMark,
  operatedBuild,
  rateText,
  viewName,
} from './order-on-view.js';
import { texts } from './texts.js';

const COMPACT_BELOW = 720;
/** The table has less room while a view is open beside it. */
const ROOMY_FROM = 1500;

export const ViewMark = ({ view }: { view: ViewStatus }) => {
  const t = useTexts(texts);
  const state = viewMark(view);
  return (
    <span className="projection-state" data-state={state}>
      <i aria-hidden />
      {t(`state.${state}`)}
    </span>
  );
};

/** The actions of a view without a running order; the others are in its card. */
const ViewAction = ({ view }: { view: ViewStatus }) => {
  const t = useTexts(texts);
  const name = viewName(view.name, t);
  const main = mainBuild(view);
  const role = operatedBuild(view)?.role;
  return (
    <span className="row wide">
      {main?.failure && (
        <button
          type="button"
          className="link-button danger-text"
          aria-label={t('retryOf', { name })}
          onClick={() => void openRestartDialog(view, main.build)}
        >
          {t('retryShort')}
        </button>
      )}
      {role === undefined || role === 'kept' ? (
        <button
          type="button"
          className="link-button"
          aria-label={t('rebuildOf', { name })}
          onClick={() => void openRebuildDialog(view)}
        >
          {t('rebuild')}
        </button>
      ) : main?.failure ? null : (
        orDash('')
      )}
    </span>
  );
};

/** Picture 06. A phone shows everything under the name. */
export const useViewColumns = ({
  beside,
  countedAt,
  onOpen,
}: {
  /** A view is open beside the table. */ beside: boolean;
  countedAt: string;
  onOpen(view: ViewStatus): void;
}): Column<ViewStatus>[] => {
  const t = useTexts(texts);
  const wide = useWiderThan(COMPACT_BELOW);
  const roomy = useWiderThan(ROOMY_FROM) || !beside;
  const name = (view: ViewStatus) => (
    <button
      type="button"
      className="link-button projection-name"
      aria-label={t('openOf', { name: viewName(view.name, t) })}
      onClick={() => onOpen(view)}
    >
      {viewName(view.name, t)}
    </button>
  );
  const rows = (view: ViewStatus) => formatCount(mainBuild(view)?.rows ?? 0);
  const lastWriteTime = (view: ViewStatus) => mainBuild(view)?.writtenAt ?? null;
  const lastWriteAge = (view: ViewStatus) => {
    const writtenAt = lastWriteTime(view);
    return writtenAt === null ? '' : agoText(writtenAt, countedAt, t);
  };
  const rate = (view: ViewStatus) => {
    const currentRate = mainBuild(view)?.rate ?? null;
    return currentRate === null ? orDash('') : rateText(currentRate);
  };
  const lagAge = ({ lag }: ViewStatus) => (lag?.seconds == null ? '' : t('lagAge', { time: duration(lag.seconds, t) }));
  const actions: Column<ViewStatus> = {
    key: 'actions',
    head: t('actions'),
    width: wide ? 112 : 96,
    noEllipsis: true,
    pinned: true,
    cell: (view) => <ViewAction view={view} />,
  };
  if (!wide) {
    return [
      {
        key: 'name',
        head: t('name'),
        cell: (view) => (
          <>
            {name(view)}
            <div className="row wide aux">
              <ViewMark view={view} />
              <span className="numeric muted">{t('rowsN', { n: rows(view) })}</span>
            </div>
            <div className="aux muted">
              {view.lag && view.lag.events > 0 ? (
                <span className="danger-text">
                  {t('lag')} {lagText(view.lag, t)}
                </span>
              ) : (
                lastWriteAge(view)
              )}
            </div>
          </>
        ),
      },
      actions,
    ];
  }
  return [
    {
      key: 'name',
      head: t('name'),
      cell: (view) => (
        <>
          {name(view)}
          <span className="mono muted projection-key">{view.name}</span>
        </>
      ),
      tooltip: (view) => view.name,
    },
    ...(roomy
      ? [
          {
            key: 'version',
            head: t('version'),
            width: 64,
            secondary: true,
            cell: (view: ViewStatus) => <span className="numeric">{`v${view.version}`}</span>,
          },
        ]
      : []),
    { key: 'state', head: t('state'), width: 112, noEllipsis: true, cell: (view) => <ViewMark view={view} /> },
    {
      key: 'lag',
      head: t('lag'),
      width: 96,
      align: 'right',
      cell: (view) =>
        view.lag ? (
          <span className={view.lag.events > 0 && (view.lag.seconds ?? 0) >= 60 ? 'danger-text strong' : ''}>
            {lagText(view.lag, t)}
          </span>
        ) : (
          orDash('')
        ),
      tooltip: lagAge,
    },
    { key: 'rate', head: t('rate'), width: 80, align: 'right', cell: rate },
    ...(roomy
      ? [
          {
            key: 'course',
            head: t('course'),
            width: 104,
            noEllipsis: true,
            cell: (view: ViewStatus) => (view.rates.length > 1 ? <Sparkline values={view.rates} /> : orDash('')),
          },
        ]
      : []),
    { key: 'rows', head: t('rows'), width: 96, align: 'right', secondary: true, cell: rows },
    ...(roomy
      ? [
          {
            key: 'written',
            head: t('written'),
            width: 112,
            noEllipsis: true,
            secondary: true,
            cell: (view: ViewStatus) => orDash(lastWriteAge(view)),
            tooltip: (view: ViewStatus) => {
              const writtenAt = lastWriteTime(view);
              return writtenAt === null ? '' : dateTime(writtenAt);
            },
          },
        ]
      : []),
    actions,
  ];
};
