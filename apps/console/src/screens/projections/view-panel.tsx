import { Button, Tag } from '@blueprintjs/core';
import { Refresh, WarningSign } from '@blueprintjs/icons';
import { Fragment, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ViewBuild, ViewStatus } from '#contract';
import type { DifferingRow } from '#events';
import { ReadOnlyFields } from '../../components/field.js';
import { ErrorState, LoadedRows, LoadingRows } from '../../components/page-states.js';
import { SidePanel } from '../../components/side-panel.js';
import { clauseSeparator } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { formatCount } from '../../lib/numbers.js';
import { eventPath, streamPath } from '../../lib/paths.js';
import {
  agoText,
  openRebuildDialog,
  openRetryStreamsDialog,
  differenceCount,
  duration,
  lagText,
  operatedBuild,
  operationName,
  rateText,
  useSetAside,
  useViewOperations,
  viewName,
} from './order-on-view.js';
import { texts } from './texts.js';
import { ViewMark } from './view-columns.js';

/** A yellow line for each view that has set streams aside, with a link to them. */
export const SetAsideNotes = ({ views, onOpen }: { views: readonly ViewStatus[]; onOpen(view: ViewStatus): void }) => {
  const t = useTexts(texts);
  return views
    .filter(({ setAside }) => setAside > 0)
    .map((view) => (
      <div key={view.name} className="note warning projection-stopped" role="status">
        <WarningSign size={14} />
        <span>{t('asideOf', { name: viewName(view.name, t), n: view.setAside })}</span>
        <span className="row push">
          <Button size="small" variant="minimal" text={t('showAside')} onClick={() => onOpen(view)} />
          <Button
            size="small"
            variant="outlined"
            text={t('retryAllStreams')}
            onClick={() => void openRetryStreamsDialog(view, null)}
          />
        </span>
      </div>
    ));
};

/** The streams that a view has set aside: at which event, since when, and a retry for each. */
const SetAside = ({ view }: { view: ViewStatus }) => {
  const t = useTexts(texts);
  const list = useSetAside(view);
  const streams = list.data?.items;
  return (
    <section aria-label={t('aside')}>
      <h3>{t('aside')}</h3>
      {list.isPending ? (
        <LoadingRows rows={3} />
      ) : !streams ? (
        <ErrorState title={t('asideFailed')} error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <>
          <p className="aux muted">{t('asideHint')}</p>
          <ul className="projection-operations">
            {streams.map(({ stream, revision, eventId, type, error, since, tries }) => (
              <li key={stream}>
                <div className="row">
                  <Link className="mono" to={streamPath(stream)}>
                    {stream}
                  </Link>
                  <button
                    type="button"
                    className="link-button push"
                    aria-label={t('retryStreamOf', { stream })}
                    onClick={() => void openRetryStreamsDialog(view, stream)}
                  >
                    {t('retryStream')}
                  </button>
                </div>
                <div>
                  <Link to={eventPath(eventId)}>{t('asideEvent', { type, n: revision })}</Link>{' '}
                  <span className="mono">{error}</span>
                </div>
                <span className="aux muted">{t('asideSince', { time: dateTime(since), n: tries })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
};

/** One view: its builds with their positions, and who has done what with it and why. */
export const ViewPanel = ({ view, countedAt, onClose }: { view: ViewStatus; countedAt: string; onClose(): void }) => {
  const t = useTexts(texts);
  const { lag } = view;
  const role = operatedBuild(view)?.role;
  const canRebuild = role === undefined || role === 'kept';
  return (
    <SidePanel
      title={viewName(view.name, t)}
      label={t('panel')}
      onClose={onClose}
      footer={
        canRebuild && <Button icon={<Refresh />} text={t('rebuild')} onClick={() => void openRebuildDialog(view)} />
      }
    >
      <ReadOnlyFields
        columns={2}
        items={[
          [t('state'), <ViewMark key="state" view={view} />],
          [t('version'), `v${view.version}`],
          [
            t('lag'),
            lag
              ? [
                  lagText(lag, t),
                  ...(lag.seconds === null ? [] : [t('lagAge', { time: duration(lag.seconds, t) })]),
                ].join(clauseSeparator())
              : '',
          ],
          [
            t('name'),
            <span key="name" className="mono">
              {view.name}
            </span>,
          ],
        ]}
      />
      <section>
        <h3>{t('builds')}</h3>
        {view.builds.map((build) => (
          <BuildFacts key={build.build} build={build} countedAt={countedAt} />
        ))}
      </section>
      {view.setAside > 0 && <SetAside view={view} />}
      <Operations view={view} />
    </SidePanel>
  );
};

const BuildFacts = ({
  build: { build, role, position, rows, rate, writtenAt },
  countedAt,
}: {
  build: ViewBuild;
  countedAt: string;
}) => {
  const t = useTexts(texts);
  return (
    <div className="projection-build">
      <div className="row dense">
        <span className="strong">{t(role === 'first' ? 'state.building' : `state.${role}`)}</span>
        <span className="mono muted ellipsis push" title={build}>
          {build}
        </span>
      </div>
      <ReadOnlyFields
        columns={2}
        items={[
          [
            t('position'),
            <span key="position" className="numeric">
              {BigInt(position).toLocaleString('en-US')}
            </span>,
          ],
          [t('rows'), formatCount(rows)],
          [t('rate'), rate === null ? '' : rateText(rate)],
          [
            t('written'),
            writtenAt === null ? (
              ''
            ) : (
              <span key="written" title={dateTime(writtenAt)}>
                {agoText(writtenAt, countedAt, t)}
              </span>
            ),
          ],
        ]}
      />
    </div>
  );
};

const Operations = ({ view: { name, revision } }: { view: ViewStatus }) => {
  const t = useTexts(texts);
  const operations = useViewOperations(name, revision);
  const rows = operations.data?.items;
  return (
    <section>
      <div className="row">
        <h3>{t('operations')}</h3>
        {rows && rows.length > 0 && (
          <Link className="push aux" to={streamPath(`operations-view-${name}`)}>
            {t('allEvents')}
          </Link>
        )}
      </div>
      <LoadedRows
        query={operations}
        rows={rows}
        skeletonRows={3}
        failedTitle={t('detailFailed')}
        empty={<p className="dense muted">{t('noOperations')}</p>}
      >
        {(rows) => (
          <ul className="projection-operations">
            {rows.map(({ eventId, at, userName, type, reason }) => (
              <li key={eventId}>
                <div className="row">
                  <span className="strong">{operationName(type, t)}</span>
                  <span className="muted">{userName || t('platform')}</span>
                  <Link className="push numeric" to={eventPath(eventId)}>
                    {dateTime(at)}
                  </Link>
                </div>
                {reason}
              </li>
            ))}
          </ul>
        )}
      </LoadedRows>
    </section>
  );
};

type Comparison = NonNullable<ViewStatus['comparison']>;

/**
 * The comparison of old and new build at one position; the differing rows on demand. `brief`: it is past, and the
 * numbers are not needed any more.
 */
export const ComparisonResult = ({ comparison, brief = false }: { comparison: Comparison; brief?: boolean }) => {
  const t = useTexts(texts);
  const [samplesOpen, setSamplesOpen] = useState(false);
  const { rows, onlyOld, onlyNew, different, samples, position } = comparison;
  const all = differenceCount(comparison);
  const counts = [
    ['compared', rows, false],
    ['same', rows - all, false],
    ['onlyOld', onlyOld, true],
    ['onlyNew', onlyNew, true],
    ['different', different, true],
  ] as const;
  return (
    <div className="stack">
      <div className="row wrap">
        <Tag minimal intent={all === 0 ? 'success' : 'warning'}>
          {all === 0 ? t('allSame') : t('differsN', { n: formatCount(all) })}
        </Tag>
        <span className="aux muted numeric">
          {t('at')} {BigInt(position).toLocaleString('en-US')}
        </span>
        {samples.length > 0 && (
          <Button
            className="push"
            variant="minimal"
            size="small"
            text={t(samplesOpen ? 'hideSamples' : 'showSamples')}
            aria-expanded={samplesOpen}
            onClick={() => setSamplesOpen(!samplesOpen)}
          />
        )}
      </div>
      {!brief && (
        <dl className="projection-counts">
          {counts.map(([name, value, isBad]) => (
            <div key={name}>
              <dt className="aux muted">{t(name)}</dt>
              <dd className={`numeric${isBad && value > 0 ? ' danger-text strong' : ''}`}>{formatCount(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {samplesOpen && <Samples samples={samples} />}
    </div>
  );
};

const Samples = ({ samples }: { samples: readonly DifferingRow[] }) => {
  const t = useTexts(texts);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className="table-scroll projection-samples" role="region" aria-label={t('showSamples')} tabIndex={0}>
        <table className="data-table" aria-label={t('showSamples')} style={{ minWidth: 640 }}>
          <colgroup>
            <col style={{ width: 296 }} />
            <col style={{ width: 160 }} />
            <col />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">{t('rowId')}</th>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('oldValue')}</th>
              <th scope="col">{t('newValue')}</th>
            </tr>
          </thead>
          <tbody>
            {samples.map(({ id, difference, fields }) => (
              <Fragment key={id}>
                {difference === 'different' ? (
                  fields.map(({ field, old: oldValue, new: newValue, hidden }, index) => (
                    <tr key={field}>
                      <td className="mono" title={id}>
                        {index === 0 ? id : ''}
                      </td>
                      <td className="mono">{field}</td>
                      {hidden ? (
                        <td colSpan={2} className="muted">
                          {t('text')}
                        </td>
                      ) : (
                        <>
                          <td className="mono" title={oldValue ?? ''}>
                            {oldValue ?? '—'}
                          </td>
                          <td className="mono" title={newValue ?? ''}>
                            {newValue ?? '—'}
                          </td>
                        </>
                      )}
                    </tr>
                  ))
                ) : (
                  <tr>
                    <td className="mono" title={id}>
                      {id}
                    </td>
                    <td colSpan={3} className="danger-text">
                      {t(difference)}
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      <p className="aux muted">{t('samplesNote', { n: samples.length })}</p>
    </>
  );
};
