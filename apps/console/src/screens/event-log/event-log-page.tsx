import { Button } from '@blueprintjs/core';
import { ChevronRight, DoubleChevronUp, History, Search } from '@blueprintjs/icons';
import { useState } from 'react';
import type { EventLogEntry } from '#contract';
import { DataTable } from '../../components/data-table.js';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState, LoadedRows } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { useFiltersInAddress } from '../../lib/list-query.js';
import { formatCount } from '../../lib/numbers.js';
import { useEventColumns } from './event-columns.js';
import {
  eventLogQuery,
  EventFilterBar,
  EventFilterChips,
  type EventFilters,
  isFiltered,
  NO_FILTERS,
  readFilters,
  writeFilters,
} from './event-filter-bar.js';
import './event-log.css';
import { useEventNames } from './event-names.js';
import { EventPanel } from './event-panel.js';
import { texts } from './texts.js';
import { type LiveEvents, useEvents, useLiveEvents } from './use-events.js';

/** Everything that was ever done on the platform: newest first, page by page, or live. */
const EventLogPage = () => {
  const t = useTexts(texts);
  const { nameOf } = useEventNames();
  const [filters, changeAddress] = useFiltersInAddress(readFilters, writeFilters);
  const change = (changes: Partial<EventFilters>) => changeAddress({ before: '', ...changes });
  const open = (event: string) => changeAddress({ event });
  const list = useEvents(filters);
  const { data: page } = list;
  const { following, isFollowing, toggle } = useFollowButton(
    filters,
    list.isPlaceholderData ? undefined : page?.asOf,
    () => change({}),
  );
  const rows = withLiveEvents(following.entries, page?.items ?? []);
  const columns = useEventColumns({ beside: filters.event !== '', onOpen: (event) => open(event.id) });
  const isNew = new Set(following.entries.map(({ id }) => id));
  return (
    <>
      <PageHeader />
      <div className="page-body with-side-panel">
        <section className="card list-card event-log-list" aria-label={t('list')}>
          <EventFilterBar filters={filters} onChange={change}>
            <FollowButton following={following} isFollowing={isFollowing} onToggle={toggle} />
          </EventFilterBar>
          <EventFilterChips filters={filters} onChange={change} />
          <LoadedRows
            query={list}
            rows={page && rows}
            failedTitle={t('failed')}
            empty={
              isFiltered(filters) ? (
                <EmptyState
                  icon={<Search size={28} />}
                  title={t('notFound')}
                  actions={<Button text={t('clear')} onClick={() => change(NO_FILTERS)} />}
                >
                  {t('notFoundHint')}
                </EmptyState>
              ) : (
                <EmptyState icon={<History size={28} />} title={t('none')}>
                  {t('noneHint')}
                </EmptyState>
              )
            }
          >
            {() => (
              <DataTable
                caption={t('list')}
                columns={columns}
                rows={rows}
                keyOf={({ id }) => id}
                nameOf={nameOf}
                reloading={list.isPlaceholderData}
                classOf={({ id }) =>
                  [id === filters.event ? 'current' : '', isNew.has(id) ? 'fresh' : ''].join(' ').trim()
                }
                onOpen={({ id }) => open(id)}
              />
            )}
          </LoadedRows>
          {page && (
            <div className="pager">
              <span className="numeric">
                {page.older
                  ? t('shown', { n: rows.length, rest: formatCount(page.totalCount - page.items.length) })
                  : t('shownAll', { n: rows.length })}
              </span>
              <div className="row tight push">
                {filters.before && (
                  <Button variant="minimal" icon={<DoubleChevronUp />} text={t('newest')} onClick={() => change({})} />
                )}
                <Button
                  variant="minimal"
                  endIcon={<ChevronRight />}
                  text={t('older')}
                  disabled={page.older === null}
                  onClick={() => change({ before: page.older ?? '' })}
                />
              </div>
            </div>
          )}
        </section>
        {filters.event && <EventPanel key={filters.event} eventId={filters.event} onClose={() => open('')} />}
      </div>
    </>
  );
};

/** Events that are both in the stream and in the page are shown once. */
const withLiveEvents = (liveEvents: readonly EventLogEntry[], items: readonly EventLogEntry[]): EventLogEntry[] => {
  const ids = new Set(items.map(({ id }) => id));
  return [...liveEvents.filter(({ id }) => !ids.has(id)), ...items];
};

/** Follows from the position at which the list was read, also after the filters changed. Only the newest page grows. */
const useFollowButton = (filters: EventFilters, asOf: string | undefined, onNewest: () => void) => {
  const queryKey = JSON.stringify(eventLogQuery(filters));
  const [isFollowing, setIsFollowing] = useState(false);
  const [start, setStart] = useState<{ queryKey: string; asOf: string } | null>(null);
  if (isFollowing && asOf !== undefined && filters.before === '' && start?.queryKey !== queryKey)
    setStart({ queryKey, asOf });
  const following = useLiveEvents(
    filters,
    isFollowing && filters.before === '' && start?.queryKey === queryKey ? start.asOf : null,
  );
  const toggle = () => {
    if (!isFollowing && filters.before !== '') onNewest();
    setStart(null);
    setIsFollowing(!isFollowing);
  };
  return { following, isFollowing, toggle };
};

const textKeyOf = (isFollowing: boolean, state: LiveEvents['state']) => {
  if (!isFollowing) return 'follow';
  return state === 'on' ? 'following' : state === 'refused' ? 'followRefused' : 'connecting';
};

const FollowButton = ({
  following: { state, entries },
  isFollowing,
  onToggle,
}: {
  following: LiveEvents;
  isFollowing: boolean;
  onToggle(): void;
}) => {
  const t = useTexts(texts);
  return (
    <div className="row follow">
      {entries.length > 0 && (
        <span className="aux muted numeric" role="status">
          {t('newCount', { n: entries.length })}
        </span>
      )}
      <Button
        variant="outlined"
        active={isFollowing}
        aria-pressed={isFollowing}
        icon={<i className={`follow-dot ${state}`} aria-hidden />}
        text={t(textKeyOf(isFollowing, state))}
        onClick={onToggle}
      />
    </div>
  );
};

export default EventLogPage;
