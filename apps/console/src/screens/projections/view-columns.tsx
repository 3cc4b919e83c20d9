import type { ViewStanding } from '#contract';
import { Spark } from '../../components/charts/small-charts.js';
import { type Column, orNothing } from '../../components/data-table.js';
import { useTexts } from '../../i18n/texts.js';
import { count, dateTime } from '../../lib/china-time.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import {
  ago,
  askRebuild,
  askRestart,
  duration,
  lagWords,
  mainBuild,
  mark,
  operatedBuild,
  rateOf,
  viewName,
} from './order-on-view.js';
import { texts } from './texts.js';

const COMPACT_BELOW = 720;
/** With a view open beside it the table has less room. */
const ROOMY_FROM = 1500;

export const ViewMark = ({ view }: { view: ViewStanding }) => {
  const t = useTexts(texts);
  const state = mark(view);
  return (
    <span className="projection-state" data-state={state}>
      <i aria-hidden />
      {t(`state.${state}`)}
    </span>
  );
};

/** What to do with a view that nothing is being done with; the rest stands in its card. */
const ViewVerb = ({ view }: { view: ViewStanding }) => {
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
          onClick={() => void askRestart(view, main.build)}
        >
          {t('retryShort')}
        </button>
      )}
      {role === undefined || role === 'kept' ? (
        <button
          type="button"
          className="link-button"
          aria-label={t('rebuildOf', { name })}
          onClick={() => void askRebuild(view)}
        >
          {t('rebuild')}
        </button>
      ) : main?.failure ? null : (
        orNothing('')
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
  onOpen(view: ViewStanding): void;
}): Column<ViewStanding>[] => {
  const t = useTexts(texts);
  const wide = useWiderThan(COMPACT_BELOW);
  const roomy = useWiderThan(ROOMY_FROM) || !beside;
  const name = (view: ViewStanding) => (
    <button
      type="button"
      className="link-button projection-name"
      aria-label={t('openOf', { name: viewName(view.name, t) })}
      onClick={() => onOpen(view)}
    >
      {viewName(view.name, t)}
    </button>
  );
  const rows = (view: ViewStanding) => count(mainBuild(view)?.rows ?? 0);
  const written = (view: ViewStanding) => mainBuild(view)?.writtenAt ?? null;
  const writtenAgo = (view: ViewStanding) => {
    const at = written(view);
    return at === null ? '' : ago(at, countedAt, t);
  };
  const rate = (view: ViewStanding) => {
    const now = mainBuild(view)?.rate ?? null;
    return now === null ? orNothing('') : rateOf(now);
  };
  const lagAge = ({ lag }: ViewStanding) =>
    lag?.seconds == null ? '' : t('lagAge', { time: duration(lag.seconds, t) });
  const verbs: Column<ViewStanding> = {
    key: 'actions',
    head: t('actions'),
    width: wide ? 112 : 96,
    whole: true,
    pinned: true,
    cell: (view) => <ViewVerb view={view} />,
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
                  {t('lag')} {lagWords(view.lag, t)}
                </span>
              ) : (
                writtenAgo(view)
              )}
            </div>
          </>
        ),
      },
      verbs,
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
            cell: (view: ViewStanding) => <span className="numeric">{`v${view.version}`}</span>,
          },
        ]
      : []),
    { key: 'state', head: t('state'), width: 112, whole: true, cell: (view) => <ViewMark view={view} /> },
    {
      key: 'lag',
      head: t('lag'),
      width: 96,
      align: 'right',
      cell: (view) =>
        view.lag ? (
          <span className={view.lag.events > 0 && (view.lag.seconds ?? 0) >= 60 ? 'danger-text strong' : ''}>
            {lagWords(view.lag, t)}
          </span>
        ) : (
          orNothing('')
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
            whole: true,
            cell: (view: ViewStanding) => (view.rates.length > 1 ? <Spark values={view.rates} /> : orNothing('')),
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
            whole: true,
            secondary: true,
            cell: (view: ViewStanding) => orNothing(writtenAgo(view)),
            tooltip: (view: ViewStanding) => {
              const at = written(view);
              return at === null ? '' : dateTime(at);
            },
          },
        ]
      : []),
    verbs,
  ];
};
