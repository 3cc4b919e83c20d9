import { Button, InputGroup } from '@blueprintjs/core';
import { DataLineage, Pause, Play, Refresh, Search, Error as ErrorIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { useSearchParams, Link } from 'react-router-dom';
import type { ViewStatusList, ViewStatus } from '#contract';
import { containsFolded } from '#domain/text';
import { DataTable } from '../../components/data-table.js';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { eventPath } from '../../lib/paths.js';
import {
  operatedBuild,
  useProjections,
  viewName,
  openRebuildDialog,
  openRestartDialog,
  mainBuild,
} from './order-on-view.js';
import './projections.css';
import { Figures, RebuildCard } from './rebuild-card.js';
import { openRowRebuildDialog, RowRebuildsCard } from './row-rebuilds-card.js';
import { texts } from './texts.js';
import { useViewColumns } from './view-columns.js';
import { SetAsideNotes, ViewPanel } from './view-panel.js';

/** A red line per view that has stopped: at which event, why, and both ways to continue. */
const StoppedNotes = ({ views }: { views: readonly ViewStatus[] }) => (
  <>
    {views.map((view) => (
      <StoppedNote key={view.name} view={view} />
    ))}
  </>
);

const StoppedNote = ({ view }: { view: ViewStatus }) => {
  const t = useTexts(texts);
  const main = mainBuild(view);
  if (!main?.failure) return null;
  const { message, event } = main.failure;
  return (
    <div className="note danger projection-stopped" role="alert">
      <ErrorIcon size={14} />
      <span>
        <b>{t('stoppedAt', { name: viewName(view.name, t) })}</b>
        <span className="projection-message">{message}</span>
        {t('others')}
      </span>
      <span className="row push">
        {event && (
          <Link className="danger-text" to={eventPath(event.id)}>
            {t('event')}
          </Link>
        )}
        {!operatedBuild(view) && (
          <Button
            size="small"
            variant="minimal"
            intent="danger"
            text={t('rebuild')}
            onClick={() => void openRebuildDialog(view)}
          />
        )}
        <Button
          size="small"
          variant="outlined"
          intent="danger"
          text={t('retry')}
          onClick={() => void openRestartDialog(view, main.build)}
        />
      </span>
    </div>
  );
};

/** How far every view lags behind the log, and its safe rebuild. */
const ProjectionsPage = () => {
  const t = useTexts(texts);
  const [halted, setHalted] = useState(false);
  const list = useProjections(halted);
  const { data: views } = list;
  return (
    <>
      <PageHeader
        actions={
          <>
            <span className="projection-live aux muted row" data-halted={halted} role="status">
              <i aria-hidden />
              {t(halted ? 'halted' : 'refreshing')}
            </span>
            <Button
              icon={halted ? <Play /> : <Pause />}
              text={t(halted ? 'goOn' : 'halt')}
              onClick={() => setHalted(!halted)}
            />
            <Button icon={<Refresh />} text={t('rowsTitle')} onClick={() => void openRowRebuildDialog()} />
          </>
        }
      />
      {views ? (
        <ViewOverview status={views} />
      ) : (
        <div className="page-body">
          <div className="card list-card">
            {list.isPending ? (
              <LoadingRows rows={12} />
            ) : (
              <ErrorState title={t('failedToLoad')} error={list.error} onRetry={() => void list.refetch()} />
            )}
          </div>
        </div>
      )}
    </>
  );
};

const ViewOverview = ({ status }: { status: ViewStatusList }) => {
  const t = useTexts(texts);
  const [query, setQuery] = useSearchParams();
  const [searchText, openViewName] = [query.get('q') ?? '', query.get('view') ?? ''];
  const setParameter = (key: 'q' | 'view', value: string) =>
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        if (value === '') next.delete(key);
        else next.set(key, value);
        return next;
      },
      { replace: key === 'q' },
    );
  const columns = useViewColumns({
    beside: openViewName !== '',
    countedAt: status.countedAt,
    onOpen: ({ name }) => setParameter('view', name),
  });
  const open = status.views.find(({ name }) => name === openViewName);
  const matchesSearch = (name: string) => containsFolded(`${viewName(name, t)}\n${name}`, searchText);
  const visibleViews = status.views.filter(({ name }) => matchesSearch(name));
  return (
    <div className="page-body with-side-panel">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className="projections" role="region" aria-label={t('title')} tabIndex={0}>
        <Figures status={status} />
        <StoppedNotes views={status.views.filter(({ state }) => state === 'stopped')} />
        <SetAsideNotes views={status.views} onOpen={({ name }) => setParameter('view', name)} />
        {status.views.map((view) => {
          const build = operatedBuild(view);
          return build && <RebuildCard key={view.name} view={view} build={build} />;
        })}
        <section className="card projection-list" aria-label={t('list')}>
          <div className="card-head">
            <h2>{t('list')}</h2>
            <div className="push projection-search">
              <InputGroup
                size="small"
                leftElement={
                  <span className="bp6-icon">
                    <Search />
                  </span>
                }
                value={searchText}
                placeholder={t('search')}
                aria-label={t('search')}
                onValueChange={(value) => setParameter('q', value)}
              />
            </div>
          </div>
          {visibleViews.length > 0 ? (
            <DataTable
              caption={t('list')}
              columns={columns}
              rows={visibleViews}
              keyOf={({ name }) => name}
              nameOf={({ name }) => viewName(name, t)}
              classOf={({ name }) => (name === openViewName ? 'current' : '')}
              onOpen={({ name }) => setParameter('view', name)}
            />
          ) : (
            <EmptyState
              icon={<DataLineage size={28} />}
              title={t('noSuch')}
              actions={<Button text={t('clear')} onClick={() => setParameter('q', '')} />}
            >
              {t('noSuchHint')}
            </EmptyState>
          )}
        </section>
        <RowRebuildsCard />
      </div>
      {open && (
        <ViewPanel key={open.name} view={open} countedAt={status.countedAt} onClose={() => setParameter('view', '')} />
      )}
    </div>
  );
};

export default ProjectionsPage;
