import { Button } from '@blueprintjs/core';
import { Cube, Error as ErrorIcon, Inbox, Search } from '@blueprintjs/icons';
import { type ReactNode, useCallback } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { ConsignmentListRow } from '#contract';
import { DataTable, type HotkeyFactory, useRowKeys } from '../../components/data-table.js';
import { Isolated } from '../../components/isolated.js';
import { EmptyState } from '../../components/page-states.js';
import { Pager } from '../../components/pager.js';
import { StatusTag } from '../../components/status-tag.js';
import { texts as consignmentTexts } from '../../consignment/texts.js';
import { recentlyChangedIds } from '../../consignment/verbs.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { count, shortTime } from '../../lib/china-time.js';
import { isClient, isTestingUnit, useUser } from '../../lib/session.js';
import { useStore } from '../../lib/store.js';
import { useNow } from '../../lib/use-time.js';
import { canChoose } from './bulk-bar.js';
import { actionsColumn, overdueReason, rowPath, type useColumns, WaitingTime } from './columns.js';
import { clearFilters, isFiltered, type ListFilters, PAGE_SIZES } from './list-filters.js';
import { isMixed, type ListKind } from './list-kinds.js';
import {
  MainAction,
  mainVerb,
  RowActionMenu,
  type RowActionHandler,
  rowVerbs,
  type RowActionName,
} from './row-menu.js';
import { kindTextKey } from './status-tabs.js';
import { texts } from './texts.js';
import type { ConsignmentListState, Selection } from './use-consignments.js';

/** Statuses that came back with a reason. */
const WITH_REASON: readonly number[] = [40, 70, 90];

/** The list on a phone: a card a consignment, one verb, the reason in red. */
const ConsignmentCards = ({
  rows,
  kind,
  onAction,
}: {
  rows: readonly ConsignmentListRow[];
  kind: ListKind;
  onAction: RowActionHandler;
}) => {
  const t = useTexts(texts);
  const kinds = useTexts(consignmentTexts);
  const audits = isTestingUnit(useUser());
  const now = useNow();
  return (
    <ul className="list-cards">
      {rows.map((row) => (
        <li key={row.id} className="card">
          <div className="row">
            <Link className="numeric strong list-card-code ellipsis" to={rowPath(kind, audits, row)}>
              {row.consignCode || t('draft')}
            </Link>
            <span className="push">
              <StatusTag status={row.consignStatus} name={row.consignStatusStr} />
            </span>
          </div>
          <div className="ellipsis">
            {row.testContent ? <Isolated text={row.testContent} /> : <span className="nothing">—</span>}
          </div>
          <div className="dense secondary ellipsis">
            <Isolated text={audits ? row.consignUnit : row.projectName} />
            {'　'}
            <Isolated text={isMixed(kind) ? kinds(kindTextKey(row.consignType)) : row.contractSectName} />
          </div>
          {row.expectTestTime && (
            <div className="dense secondary">
              {t('expected')}　<span className="numeric">{shortTime(row.expectTestTime)}</span>
            </div>
          )}
          {WITH_REASON.includes(row.consignStatus) && row.rollbackCause && (
            <div className={`note ${row.consignStatus === 70 ? 'warning' : 'danger'}`}>
              <ErrorIcon size={14} />
              {row.rollbackCause}
            </div>
          )}
          <div className="row list-card-foot">
            <span className="dense muted numeric">
              {t(row.consignType === 1 ? 'sampleCount' : 'itemCount', { n: row.sampleCount })}
              {'　'}
              {shortTime(row.commitConsignTime ?? row.creationTime)}
              {audits && overdueReason(row, now) && (
                <>
                  {'　'}
                  <WaitingTime row={row} />
                </>
              )}
            </span>
            <span className="row push">
              <RowActionMenu row={row} onAction={onAction} />
              <MainAction row={row} onAction={onAction} onCard />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
};

type ListRowsProps = {
  kind: ListKind;
  list: ConsignmentListState;
  filters: ListFilters;
  columns: ReturnType<typeof useColumns>['columns'];
  selection: Selection;
  focused: string | null;
  onAction: RowActionHandler;
  onChange(change: Partial<ListFilters>): void;
};

/** The rows of a list with their pages below. */
export const TablePage = ({ kind, list, filters, columns, selection, focused, onAction, onChange }: ListRowsProps) => {
  const t = useTexts(texts);
  const user = useUser();
  const navigate = useNavigate();
  const changed = useStore(recentlyChangedIds);
  const audits = isTestingUnit(user);
  return (
    <>
      {list.rows.length > 0 && (
        <DataTable
          caption={t('caption')}
          rows={list.rows}
          keyOf={(row) => row.id}
          nameOf={(row) => row.consignCode || t('draft')}
          columns={[
            ...columns,
            actionsColumn(t, onAction, (row) => list.stale && changed.has(row.id), language() !== 'zh'),
          ]}
          {...(canChoose(user) ? { selected: selection.ids, onSelect: selection.select } : {})}
          focused={focused}
          reloading={list.isReloading}
          onOpen={(row) => void navigate(rowPath(kind, audits, row))}
        />
      )}
      {list.total > 0 && (
        <Pager
          page={filters.page}
          pageSize={filters.size}
          total={list.total}
          isCapped={list.isCapped}
          sizes={[...new Set([...PAGE_SIZES, filters.size])].sort((a, b) => a - b)}
          note={list.stale ? t('soon') : undefined}
          onPage={(page) => onChange({ page })}
          onPageSize={(size) => onChange({ size })}
        />
      )}
    </>
  );
};

/** The same on a phone: cards that grow by a press instead of pages. */
export const CardFeed = ({ kind, list, onAction }: Pick<ListRowsProps, 'kind' | 'list' | 'onAction'>): ReactNode => {
  const t = useTexts(texts);
  if (list.rows.length === 0) return null;
  return (
    <>
      <ConsignmentCards rows={list.rows} kind={kind} onAction={onAction} />
      <div className="card-feed-foot">
        {list.more ? (
          <Button fill variant="outlined" text={t('more')} loading={list.more.isLoading} onClick={list.more.load} />
        ) : (
          <span className="aux muted">{t('allShown', { n: count(list.rows.length) })}</span>
        )}
      </div>
    </>
  );
};

type NoConsignmentsProps = {
  kind: ListKind;
  filters: ListFilters;
  elsewhere: number;
  onChange(change: Partial<ListFilters>): void;
  /** Null where nothing new can be begun. */ onNew: (() => void) | null;
};

/** Why the list is empty and what to do about it: nothing there yet, or filtered out, and then how many lie outside. */
export const NoConsignments = ({ kind, filters, elsewhere, onChange, onNew }: NoConsignmentsProps) => {
  const t = useTexts(texts);
  const user = useUser();
  if (isFiltered(filters)) {
    const byStatus = filters.statuses.length > 0 && elsewhere > 0;
    return (
      <EmptyState
        icon={<Search size={28} />}
        title={t('noMatch')}
        actions={
          <>
            <Button text={t('clearFilters')} onClick={() => onChange(clearFilters(filters))} />
            {byStatus && (
              <Button
                intent="primary"
                text={t('showElsewhere', { n: elsewhere })}
                onClick={() => onChange({ statuses: [] })}
              />
            )}
          </>
        }
      >
        {byStatus ? t('noMatchElsewhere', { n: elsewhere }) : t('noMatchText')}
      </EmptyState>
    );
  }
  if (kind === 'incoming' || isTestingUnit(user))
    return (
      <EmptyState icon={<Inbox size={28} />} title={t('noneIncoming')}>
        {t('noneIncomingText')}
      </EmptyState>
    );
  if (!isClient(user))
    return (
      <EmptyState icon={<Cube size={28} />} title={t('none')}>
        {t('noneReader')}
      </EmptyState>
    );
  const [title, text, verb] =
    kind === 'site' || kind === 'handover'
      ? (['noneSite', 'noneSiteText', 'newSite'] as const)
      : (['none', 'noneText', 'new'] as const);
  return (
    <EmptyState
      icon={<Cube size={28} />}
      title={t(title)}
      actions={onNew && <Button intent="primary" text={t(verb)} onClick={onNew} />}
    >
      {t(text)}
    </EmptyState>
  );
};

type ListKeys = {
  rows: readonly ConsignmentListRow[];
  selection: Selection;
  onAction: RowActionHandler;
  onNew: (() => void) | null;
  onSearch(): void;
};

const idOf = ({ id }: ConsignmentListRow): string => id;

/** Keyboard of a list. Answers the row the keyboard stands on. */
export const useListKeys = ({ rows, selection, onAction, onNew, onSearch }: ListKeys): string | null => {
  const t = useTexts(texts);
  const user = useUser();
  const keysOf = useCallback(
    (key: HotkeyFactory, row: ConsignmentListRow | undefined, index: number) => {
      const doVerb = (name: RowActionName) => {
        if (row && rowVerbs(row, user).some((verb) => verb.name === name && verb.reason === null)) onAction(name, row);
      };
      const open = () => row && onAction(rowVerbs(row, user)[0]?.name ?? mainVerb(row, user).verb.name, row);
      const range = () => {
        const from = rows.findIndex(({ id }) => selection.ids.has(id));
        if (index < 0) return;
        const start = from < 0 ? index : from;
        selection.select(
          rows.slice(Math.min(start, index), Math.max(start, index) + 1).map(({ id }) => id),
          true,
        );
      };
      return [
        key('enter', t('keyOpen'), open, 'passive'),
        key('x', t('keySelect'), () => row && selection.select([row.id], !selection.ids.has(row.id))),
        key('shift + x', t('keyRange'), range),
        key('e', t('keyEdit'), () => doVerb('edit')),
        key('h', t('history'), () => doVerb('history')),
        key('c', t('keyCopy'), () => doVerb('copy')),
        ...(onNew ? [key('n', t('keyNew'), onNew)] : []),
      ];
    },
    [rows, selection, onAction, onNew, user, t],
  );
  const words = {
    group: t('caption'),
    search: t('keySearch'),
    down: t('keyDown'),
    up: t('keyUp'),
    clear: t('keyClear'),
  };
  return useRowKeys({ rows, keyOf: idOf, words, onSearch, onClear: selection.clear, keysOf });
};
