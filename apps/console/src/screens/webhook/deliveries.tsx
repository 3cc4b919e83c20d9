import { Button, type HotkeyConfig, InputGroup } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight, Search, SendMessage } from '@blueprintjs/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { listWebhookDeliveries, type Webhook, type WebhookDelivery } from '#contract';
import { DataTable, type HotkeyFactory, useRowKeys } from '../../components/data-table.js';
import { EmptyState, LoadedRows } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { useRefreshInterval } from '../../integration/refresh-interval.js';
import { openTestEventDialog } from '../../integration/test-event.dialog.js';
import { texts as integrationTexts } from '../../integration/texts.js';
import { eventTypeName } from '../../integration/webhooks.js';
import { formatCount } from '../../lib/numbers.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { useDebounced } from '../../lib/use-time.js';
import { useFiltersInAddress } from '../../lib/list-query.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { useDeliveryColumns } from './delivery-columns.js';
import { DeliveryPanel } from './delivery.panel.js';
import { texts } from './texts.js';

const TABS = ['', 'waiting', 'delivered', 'failed'] as const;
type Tab = (typeof TABS)[number];
/** `event`: the open one; `unitId` is passed through. */
type Filters = { state: Tab; search: string; after: string; event: string; unitId: string };

const PAGE_SIZE = 50;
/** Below this width there is no room for a delivery beside the list. */
const BESIDE_FROM = 1100;

const readFilters = (query: URLSearchParams): Filters => ({
  state: TABS.find((candidate) => candidate === query.get('state')) ?? '',
  search: query.get('q') ?? '',
  after: query.get('after') ?? '',
  event: query.get('event') ?? '',
  unitId: query.get('unitId') ?? '',
});
const writeFilters = ({ state, search, after, event, unitId }: Filters): URLSearchParams =>
  new URLSearchParams(Object.entries({ unitId, state, q: search, after, event }).filter(([, value]) => value !== ''));

const keyOf = ({ eventId }: WebhookDelivery): string => eventId;

/** Whether Shift is pressed, because change events of checkboxes do not contain it. */
let isShiftPressed = false;
const trackShift = ({ shiftKey }: KeyboardEvent | MouseEvent) => {
  isShiftPressed = shiftKey;
};
for (const event of ['keydown', 'keyup', 'mousedown'] as const) document.addEventListener(event, trackShift, true);

/** The deliveries, newest first, and beside them the open one. */
export const Deliveries = ({
  webhook,
  selectedIds,
  onChoose,
  onRedeliver,
}: {
  webhook: Webhook;
  selectedIds: ReadonlySet<string>;
  onChoose(eventIds: ReadonlySet<string>): void;
  onRedeliver(eventIds: readonly string[]): void;
}) => {
  const t = useTexts(texts);
  const [filters, change] = useFiltersInAddress(readFilters, writeFilters);
  /** Earlier pages, to go back to. */
  const [previousCursors, setPreviousCursors] = useState<readonly string[]>([]);
  const { state, search, after, event } = filters;
  const list = useQuery({
    ...queryOptionsOf(listWebhookDeliveries, {
      webhookId: webhook.id,
      limit: PAGE_SIZE,
      ...(state === '' ? {} : { state }),
      ...(search === '' ? {} : { search }),
      ...(after === '' ? {} : { after }),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: useRefreshInterval(),
    meta: { quiet: true },
  });
  const rows = useMemo(() => list.data?.items ?? [], [list.data]);
  const open = useCallback((eventId: string) => change({ event: eventId }), [change]);
  const changeFilters = (changes: Partial<Filters>) => {
    setPreviousCursors([]);
    change({ after: '', ...changes });
  };
  const field = useRef<HTMLInputElement>(null);
  const [searchText, setSearchText] = useDebounced(search, (value) => changeFilters({ search: value }));
  const [lastId, setLastId] = useState<string | null>(null);
  /** With Shift, all rows from the last chosen row to this one. */
  const select = (ids: readonly string[], isSelected: boolean) => {
    const nextIds = new Set(selectedIds);
    const from = rows.findIndex((row) => row.eventId === lastId);
    const to = rows.findIndex((row) => row.eventId === ids[0]);
    const range =
      isShiftPressed && from >= 0 && to >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(keyOf) : ids;
    for (const id of range)
      if (isSelected) nextIds.add(id);
      else nextIds.delete(id);
    setLastId(ids.at(-1) ?? null);
    onChoose(nextIds);
  };
  const focused = useDeliveryKeys({ rows, selectedIds, onChoose, onRedeliver, open, field });
  const columns = useDeliveryColumns(open);
  const beside = useWiderThan(BESIDE_FROM);
  const openEventId =
    event || (beside ? (rows.find(({ eventId }) => eventId === focused) ?? rows[0])?.eventId : undefined);
  const index = rows.findIndex(({ eventId }) => eventId === openEventId);
  return (
    <div className="webhook-deliveries">
      <section className="card list-card" aria-label={t('deliveries')}>
        <div className="delivery-filters">
          <div className="status-tabs" role="group" aria-label={t('states')}>
            {TABS.map((tab) => (
              <button
                key={tab}
                type="button"
                className={`status-tab${state === tab ? ' current' : ''}`}
                aria-pressed={state === tab}
                onClick={() => changeFilters({ state: tab })}
              >
                {t(`state.${tab || 'all'}`)}
                {tab === 'waiting' && (
                  <span className={`numeric${webhook.failingSince === null ? '' : ' danger-text'}`}>
                    {formatCount(webhook.waiting)}
                  </span>
                )}
              </button>
            ))}
          </div>
          <InputGroup
            className="delivery-search"
            inputRef={field}
            leftElement={
              <span className="bp6-icon">
                <Search />
              </span>
            }
            value={searchText}
            onValueChange={setSearchText}
            placeholder={t('search')}
            aria-label={t('search')}
          />
        </div>
        {selectedIds.size > 0 && (
          <div className="bulk-bar">
            <span className="strong">{t('chosen', { n: formatCount(selectedIds.size) })}</span>
            <Button
              size="small"
              intent="primary"
              text={t('redeliverMany', { n: formatCount(selectedIds.size) })}
              onClick={() => onRedeliver([...selectedIds])}
            />
            <button type="button" className="link-button" onClick={() => onChoose(new Set())}>
              {t('clear')}
            </button>
          </div>
        )}
        <LoadedRows
          query={list}
          rows={list.data && rows}
          skeletonRows={8}
          failedTitle={t('listFailed')}
          empty={
            <NoDeliveries
              webhook={webhook}
              isFiltered={state !== '' || search !== ''}
              onClear={() => changeFilters({ state: '', search: '' })}
            />
          }
        >
          {() => (
            <div className="delivery-rows">
              <DataTable
                caption={t('deliveries')}
                columns={columns}
                rows={rows}
                keyOf={keyOf}
                nameOf={({ type, eventId }) => `${eventTypeName(type)} ${eventId.slice(0, 8)}`}
                selected={selectedIds}
                onSelect={select}
                focused={focused}
                classOf={({ eventId }) => (eventId === openEventId ? 'current' : '')}
                onOpen={({ eventId }) => open(eventId)}
                reloading={list.isPlaceholderData}
              />
            </div>
          )}
        </LoadedRows>
        <div className="pager">
          <span className="aux muted delivery-note">{t('kept')}</span>
          <span className="row tight push">
            <Button
              variant="minimal"
              icon={<ChevronLeft />}
              aria-label={t('newer')}
              disabled={after === ''}
              onClick={() => {
                change({ after: previousCursors.at(-1) ?? '' });
                setPreviousCursors(previousCursors.slice(0, -1));
              }}
            />
            <Button
              variant="minimal"
              icon={<ChevronRight />}
              aria-label={t('older')}
              disabled={!list.data?.next}
              onClick={() => {
                setPreviousCursors([...previousCursors, after]);
                change({ after: list.data?.next ?? '' });
              }}
            />
          </span>
        </div>
      </section>
      {openEventId && (
        <DeliveryPanel
          key={openEventId}
          webhook={webhook}
          eventId={openEventId}
          beside={beside}
          onClose={() => open('')}
          onRedeliver={() => onRedeliver([openEventId])}
          previous={rows[index - 1]?.eventId}
          next={index < 0 ? undefined : rows[index + 1]?.eventId}
          onOpen={open}
        />
      )}
    </div>
  );
};

/** `/ j k Enter x r Esc`. */
const useDeliveryKeys = ({
  rows,
  selectedIds,
  onChoose,
  onRedeliver,
  open,
  field,
}: {
  rows: readonly WebhookDelivery[];
  selectedIds: ReadonlySet<string>;
  onChoose(eventIds: ReadonlySet<string>): void;
  onRedeliver(eventIds: readonly string[]): void;
  open(eventId: string): void;
  field: { readonly current: HTMLInputElement | null };
}): string | null => {
  const t = useTexts(texts);
  return useRowKeys({
    rows,
    keyOf,
    labels: { group: t('deliveries'), search: t('search'), down: t('down'), up: t('up'), clear: t('clear') },
    onSearch: useCallback(() => field.current?.focus(), [field]),
    onClear: useCallback(() => onChoose(new Set()), [onChoose]),
    keysOf: useCallback(
      (key: HotkeyFactory, row: WebhookDelivery | undefined): HotkeyConfig[] => {
        if (!row) return [];
        const flip = () => {
          const next = new Set(selectedIds);
          if (!next.delete(row.eventId)) next.add(row.eventId);
          onChoose(next);
        };
        return [
          key('enter', t('open'), () => open(row.eventId)),
          key('x', t('choose'), flip),
          key('r', t('redeliver'), () => onRedeliver(selectedIds.size > 0 ? [...selectedIds] : [row.eventId])),
        ];
      },
      [t, open, selectedIds, onChoose, onRedeliver],
    ),
  });
};

const NoDeliveries = ({ webhook, isFiltered, onClear }: { webhook: Webhook; isFiltered: boolean; onClear(): void }) => {
  const t = useTexts(texts);
  const s = useTexts(integrationTexts);
  return isFiltered ? (
    <EmptyState
      icon={<Search size={28} />}
      title={t('notFound')}
      actions={<Button text={t('clearFilters')} onClick={onClear} />}
    >
      {t('notFoundHint')}
    </EmptyState>
  ) : (
    <EmptyState
      icon={<SendMessage size={28} />}
      title={t('nothing')}
      actions={
        webhook.state === 'active' && (
          <Button intent="primary" text={s('sendTest')} onClick={() => void openTestEventDialog([webhook])} />
        )
      }
    >
      {t('nothingHint')}
    </EmptyState>
  );
};
