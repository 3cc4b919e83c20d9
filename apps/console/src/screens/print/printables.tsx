import { Button, ButtonGroup, HTMLSelect, InputGroup, Tag } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  type ConsignmentListRow,
  getPrintList,
  getRawMateriaConsignInfoList,
  getSitePreConsignInfoList,
  type PdfInfo,
} from '#contract';
import { CONSIGN_TYPE, type ConsignType } from '#events';
import { type Column, type HotkeyFactory, orDash, useRowKeys } from '../../components/data-table.js';
import { StatusTag } from '../../components/status-tag.js';
import { toastWarning } from '../../components/toaster.js';
import { formPath } from '../../lib/paths.js';
import { useStatuses } from '../../consignment/statuses.js';
import { type Translate, useTexts } from '../../i18n/texts.js';
import { dateTime, shortTime } from '../../lib/china-time.js';
import { atLeast } from '../../lib/event-position.js';
import { callWithMeta } from '../../lib/http.js';
import { type ChangeFilters, usePagedFilters } from '../../lib/list-query.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { useDebounced } from '../../lib/use-time.js';
import { openBill } from '../../consignment/actions.js';
import { type PrintText, texts } from './texts.js';

type Row = ConsignmentListRow;
type PdfStatus = PdfInfo['pdfStatus'];
const INTENTS: Record<PdfStatus, 'none' | 'success' | 'primary' | 'danger' | 'warning'> = {
  0: 'none',
  1: 'success',
  2: 'primary',
  3: 'danger',
  4: 'warning',
};

const PdfTag = ({ status, t }: { status: PdfStatus | undefined; t: Translate<PrintText> }) =>
  status === undefined ? (
    <span className="nothing">—</span>
  ) : status === 0 ? (
    <span className="muted">{t('pdf.0')}</span>
  ) : (
    <Tag minimal intent={INTENTS[status]}>
      {t(`pdf.${status}`)}
    </Tag>
  );

type ColumnContext = {
  t: Translate<PrintText>;
  states: ReadonlyMap<string, PdfStatus>;
  latin: boolean;
  onPreview(row: Row): void;
};

/** Columns of /preConsignBill: the consignment, its document, and its bill if the laboratory has made one. */
export const printableColumns = ({ t, states, latin, onPreview }: ColumnContext): Column<Row>[] => [
  {
    key: 'consignCode',
    head: t('colCode'),
    width: 134,
    noEllipsis: true,
    cell: (row) => (
      <Link className="numeric" to={formPath(row.id, row.consignType)}>
        {row.consignCode || t('draftRow')}
      </Link>
    ),
  },
  {
    key: 'consignStatus',
    head: t('colStatus'),
    width: latin ? 190 : 112,
    noEllipsis: true,
    cell: (row) => <StatusTag status={row.consignStatus} name={row.consignStatusStr} />,
  },
  {
    key: 'projectName',
    head: t('colProject'),
    width: 200,
    cell: (row) => orDash(row.projectName),
    tooltip: (row) => row.projectName,
  },
  {
    key: 'testContent',
    head: t('colContent'),
    cell: (row) => orDash(row.testContent),
    tooltip: (row) => row.testContent,
  },
  {
    key: 'sampleCount',
    head: t('colSamples'),
    width: latin ? 76 : 50,
    align: 'right',
    noEllipsis: true,
    cell: (row) => row.sampleCount,
  },
  {
    key: 'commitConsignTime',
    head: t('colTime'),
    width: 98,
    noEllipsis: true,
    secondary: true,
    cell: (row) =>
      row.commitConsignTime ? <span className="numeric">{shortTime(row.commitConsignTime)}</span> : orDash(''),
    tooltip: (row) => (row.commitConsignTime ? dateTime(row.commitConsignTime) : ''),
  },
  {
    key: 'pdf',
    head: t('colPdf'),
    width: 92,
    noEllipsis: true,
    cell: (row) => <PdfTag status={states.get(row.id)} t={t} />,
  },
  {
    key: 'bill',
    head: t('colBill'),
    width: 76,
    noEllipsis: true,
    cell: (row) =>
      row.isConsignBillGened ? (
        <Button
          size="small"
          variant="minimal"
          intent="primary"
          className="bill-action"
          text={t('openBill')}
          aria-label={`${t('openBill')} ${row.consignCode}`}
          onClick={() => void openBill(row.id)}
        />
      ) : (
        orDash('')
      ),
  },
  {
    key: 'actions',
    head: t('colActions'),
    width: latin ? 120 : 92,
    noEllipsis: true,
    pinned: true,
    cell: (row) => (
      <Button
        size="small"
        variant="minimal"
        intent="primary"
        className="bill-action"
        text={t('preview')}
        aria-label={`${t('preview')} ${row.consignCode || t('draftRow')}`}
        onClick={() => onPreview(row)}
      />
    ),
  },
];

const KINDS = Object.values(CONSIGN_TYPE);

/** Kind, keyword and status. Typing applies after a pause. */
export const PrintableFilters = ({
  filters,
  onChange,
  searchField,
}: {
  filters: PrintFilters;
  onChange(change: Partial<PrintFilters>): void;
  searchField: RefObject<HTMLInputElement | null>;
}) => {
  const t = useTexts(texts);
  const statuses = useStatuses();
  const [keyword, setKeyword] = useDebounced(filters.keyword, (value) => onChange({ keyword: value }));
  return (
    <div className="print-filters" role="search" aria-label={t('filters')}>
      <ButtonGroup variant="outlined" role="group" aria-label={t('kind')}>
        {KINDS.map((kind) => (
          <Button
            key={kind}
            text={t(`kind.${kind}`)}
            active={filters.kind === kind}
            aria-pressed={filters.kind === kind}
            onClick={() => onChange({ kind })}
          />
        ))}
      </ButtonGroup>
      <InputGroup
        className="print-keyword"
        inputRef={searchField}
        leftElement={
          <span className="bp6-icon">
            <Search />
          </span>
        }
        value={keyword}
        onValueChange={setKeyword}
        placeholder={t('keyword')}
        aria-label={t('keyword')}
        rightElement={<span className="key-hint in-field only-wide">/</span>}
      />
      <HTMLSelect
        aria-label={t('status')}
        value={filters.status ?? ''}
        options={[
          { value: '', label: t('anyStatus') },
          ...statuses.map(({ status, name }) => ({ value: status, label: name })),
        ]}
        onChange={(event) =>
          onChange({ status: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })
        }
      />
    </div>
  );
};

/** The query of the screen; all of it is in the address. */
type PrintFilters = { kind: ConsignType; keyword: string; status: number | null; page: number; size: number };

export const PAGE_SIZES = [10, 20, 50] as const;
const REFRESH_MS = 30_000;

/** One page of the caller's consignments of a kind, newest first. Old rows stay while new ones load. */
export const usePrintables = ({ kind, keyword, status, page, size }: PrintFilters) => {
  const query = {
    keyword,
    consignStatuses: status === null ? '' : String(status),
    sort: 'creationTime' as const,
    order: 'desc' as const,
    skipCount: (page - 1) * size,
    maxResultCount: size,
  };
  return useQuery({
    queryKey: [
      kind === CONSIGN_TYPE.rawMaterial ? getRawMateriaConsignInfoList.name : getSitePreConsignInfoList.name,
      { ...query, kind },
    ],
    queryFn: ({ signal }) =>
      kind === CONSIGN_TYPE.rawMaterial
        ? callWithMeta(getRawMateriaConsignInfoList, { query: { ...query, atLeast: atLeast() }, signal })
        : callWithMeta(getSitePreConsignInfoList, { query: { ...query, type: kind, atLeast: atLeast() }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    meta: { quiet: true },
  });
};

/** State of the rows' documents by id, and a function to refresh it. Empty until it is loaded. */
export const usePdfStates = (
  rows: readonly ConsignmentListRow[],
): { states: ReadonlyMap<string, PdfInfo['pdfStatus']>; refreshStates(): Promise<void> } => {
  const queries = useQueryClient();
  const ids = rows.map(({ id }) => id);
  const list = useQuery({
    ...queryOptionsOf(getPrintList, { ids }),
    enabled: ids.length > 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const refreshStates = useCallback(() => queries.invalidateQueries({ queryKey: [getPrintList.name] }), [queries]);
  return { states: new Map(list.data?.result.map(({ id, pdfStatus }) => [id, pdfStatus])), refreshStates };
};

const whole = (text: string | null, otherwise: number): number =>
  text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : otherwise;

const readFilters = (query: URLSearchParams): PrintFilters => {
  const status = whole(query.get('status'), 0);
  return {
    kind: KINDS.find((kind) => String(kind) === query.get('kind')) ?? CONSIGN_TYPE.rawMaterial,
    keyword: query.get('q')?.trim() ?? '',
    status: status === 0 ? null : status,
    page: whole(query.get('page'), 1),
    size: PAGE_SIZES.find((size) => size === whole(query.get('size'), 0)) ?? PAGE_SIZES[0],
  };
};

/** The address of filters; defaults are left out. */
const writeFilters = ({ kind, keyword, status, page, size }: PrintFilters): URLSearchParams => {
  const entries: [string, string, boolean][] = [
    ['kind', String(kind), kind !== CONSIGN_TYPE.rawMaterial],
    ['q', keyword, keyword !== ''],
    ['status', String(status), status !== null],
    ['page', String(page), page > 1],
    ['size', String(size), size !== PAGE_SIZES[0]],
  ];
  return new URLSearchParams(entries.filter(([, , isSet]) => isSet).map(([name, value]) => [name, value]));
};

export const usePrintFilters = (): [PrintFilters, ChangeFilters<PrintFilters>] =>
  usePagedFilters(readFilters, writeFilters);

const idOf = ({ id }: ConsignmentListRow): string => id;

/** Keyboard of the screen: / j k x Enter Esc. Returns the row with the keyboard focus. */
export const usePrintKeys = (
  rows: readonly ConsignmentListRow[],
  selection: PrintSelection,
  onPreview: (rows: readonly ConsignmentListRow[]) => void,
  onSearch: () => void,
): string | null => {
  const t = useTexts(texts);
  const keysOf = useCallback(
    (key: HotkeyFactory, row: ConsignmentListRow | undefined) => [
      key('x', t('keySelect'), () => row && selection.select([row.id], !selection.ids.has(row.id))),
      key(
        'enter',
        t('keyPreview'),
        () => onPreview(selection.rows.length > 0 ? selection.rows : row ? [row] : []),
        'passive',
      ),
    ],
    [t, selection, onPreview],
  );
  const labels = {
    group: t('caption'),
    search: t('keySearch'),
    down: t('keyDown'),
    up: t('keyUp'),
    clear: t('keyClear'),
  };
  return useRowKeys({ rows, keyOf: idOf, labels, onSearch, onClear: selection.clear, keysOf });
};

/** Maximum number of consignments in one print. */
export const MAX_PRINTED_AT_ONCE = 50;

type PrintSelection = {
  rows: readonly ConsignmentListRow[];
  ids: ReadonlySet<string>;
  select(ids: readonly string[], selected: boolean): void;
  clear(): void;
};

/** Consignments chosen over all pages, in the order of choosing, in which they are printed. */
export const usePrintSelection = (visibleRows: readonly ConsignmentListRow[]): PrintSelection => {
  const t = useTexts(texts);
  const [rows, setRows] = useState<readonly ConsignmentListRow[]>([]);
  const select = useCallback(
    (ids: readonly string[], selected: boolean) => {
      const remainingRows = rows.filter(({ id }) => !ids.includes(id));
      const next = selected
        ? [...rows, ...visibleRows.filter(({ id }) => ids.includes(id) && !rows.some((row) => row.id === id))]
        : remainingRows;
      if (next.length > MAX_PRINTED_AT_ONCE) toastWarning(t('most', { n: MAX_PRINTED_AT_ONCE }));
      setRows(next.slice(0, MAX_PRINTED_AT_ONCE));
    },
    [rows, visibleRows, t],
  );
  const clear = useCallback(() => setRows([]), []);
  return useMemo(() => ({ rows, ids: new Set(rows.map(({ id }) => id)), select, clear }), [rows, select, clear]);
};
