import { Button } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { Link } from 'react-router-dom';
import type { ViewBuild, ViewStanding } from '#contract';
import { Facts } from '../../components/field.js';
import { Failed, LoadingRows } from '../../components/page-states.js';
import { SidePanel } from '../../components/side-panel.js';
import { useTexts } from '../../i18n/texts.js';
import { count, dateTime } from '../../lib/format.js';
import { eventPlace, streamPlace } from '../../lib/operations-places.js';
import { askRebuild } from './order-on-view.js';
import { texts } from './texts.js';
import { useViewOperations } from './use-projections.js';
import { SetAside } from './set-aside.js';
import { ViewMark } from './view-columns.js';
import { ago, duration, lagWords, operatedBuild, operationName, rateOf, viewName } from './view-words.js';

/** One view: its builds to the last position, and who has done what with it and why. */
export const ViewPanel = ({ view, countedAt, onClose }: { view: ViewStanding; countedAt: string; onClose(): void }) => {
  const t = useTexts(texts);
  const { lag } = view;
  const role = operatedBuild(view)?.role;
  const canRebuild = role === undefined || role === 'kept';
  return (
    <SidePanel
      title={viewName(view.name, t)}
      label={t('panel')}
      onClose={onClose}
      footer={canRebuild && <Button icon={<Refresh />} text={t('rebuild')} onClick={() => void askRebuild(view)} />}
    >
      <Facts
        columns={2}
        items={[
          [t('state'), <ViewMark key="state" view={view} />],
          [t('version'), `v${view.version}`],
          [
            t('lag'),
            lag
              ? `${lagWords(lag, t)}${lag.seconds === null ? '' : `，${t('lagAge', { time: duration(lag.seconds, t) })}`}`
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
      <Facts
        columns={2}
        items={[
          [
            t('position'),
            <span key="position" className="numeric">
              {BigInt(position).toLocaleString('en-US')}
            </span>,
          ],
          [t('rows'), count(rows)],
          [t('rate'), rate === null ? '' : rateOf(rate)],
          [
            t('written'),
            writtenAt === null ? (
              ''
            ) : (
              <span key="written" title={dateTime(writtenAt)}>
                {ago(writtenAt, countedAt, t)}
              </span>
            ),
          ],
        ]}
      />
    </div>
  );
};

const Operations = ({ view: { name, revision } }: { view: ViewStanding }) => {
  const t = useTexts(texts);
  const operations = useViewOperations(name, revision);
  const found = operations.data?.items;
  return (
    <section>
      <div className="row">
        <h3>{t('operations')}</h3>
        {found && found.length > 0 && (
          <Link className="push aux" to={streamPlace(`operations-view-${name}`)}>
            {t('allEvents')}
          </Link>
        )}
      </div>
      {operations.isPending ? (
        <LoadingRows rows={3} />
      ) : !found ? (
        <Failed title={t('detailFailed')} error={operations.error} onRetry={() => void operations.refetch()} />
      ) : found.length === 0 ? (
        <p className="dense muted">{t('noOperations')}</p>
      ) : (
        <ul className="projection-operations">
          {found.map(({ eventId, at, userName, type, reason }) => (
            <li key={eventId}>
              <div className="row">
                <span className="strong">{operationName(type, t)}</span>
                <span className="muted">{userName || t('platform')}</span>
                <Link className="push numeric" to={eventPlace(eventId)}>
                  {dateTime(at)}
                </Link>
              </div>
              {reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
