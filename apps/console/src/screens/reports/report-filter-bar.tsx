import { Button, ButtonGroup, InputGroup, Menu, MenuItem, PopoverNext, Tag } from '@blueprintjs/core';
import { Calendar, CaretDown, Link as LinkIcon, ListColumns, Search, Tick } from '@blueprintjs/icons';
import { type FormEvent, type RefObject, useState } from 'react';
import { DateInput } from '../../components/date-input.js';
import { Field } from '../../components/field.js';
import { listSeparator } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { formatCount } from '../../lib/numbers.js';
import { useDebounced } from '../../lib/use-time.js';
import {
  type ReportRowKind,
  isFiltered,
  NO_FILTERS,
  isStatusOfList,
  reportColour,
  type ReportFilters,
  useReportStatuses,
  useReportStatusName,
} from './report-filters.js';
import { texts } from './texts.js';

type Filtered = { filters: ReportFilters; onChange(change: Partial<ReportFilters>): void };
export type ColumnChoice = { key: string; name: string; visible: boolean; fixed: boolean };

/** Keyword and days of receipt; at the right the kind of rows and the columns. */
export const ReportFilterBar = ({
  filters,
  onChange,
  columns,
  onColumn,
  searchField,
}: Filtered & {
  columns: readonly ColumnChoice[];
  onColumn(key: string, visible: boolean): void;
  searchField: RefObject<HTMLInputElement | null>;
}) => {
  const t = useTexts(texts);
  const [keyword, setKeyword] = useDebounced(filters.keyword, (value) => onChange({ keyword: value }));
  const [open, setOpen] = useState(false);
  return (
    <div className="filter-bar" role="search" aria-label={t('filters')}>
      <div className="filter-keyword">
        <InputGroup
          inputRef={searchField}
          leftElement={
            <span className="bp6-icon">
              <Search />
            </span>
          }
          rightElement={<span className="key-hint in-field only-wide">/</span>}
          value={keyword}
          onValueChange={setKeyword}
          placeholder={t('keyword')}
          aria-label={t('keyword')}
        />
      </div>
      <PopoverNext
        isOpen={open}
        onInteraction={setOpen}
        placement="bottom-start"
        animation="minimal"
        content={
          <DayFilter
            filters={filters}
            onChange={(change) => {
              setOpen(false);
              onChange(change);
            }}
          />
        }
      >
        <Button icon={<Calendar />} endIcon={<CaretDown />} text={t('accepted')} variant="outlined" />
      </PopoverNext>
      <div className="row push mode-switch">
        <ButtonGroup variant="outlined" aria-label={t('by')}>
          {(['consignment', 'report'] as const).map((rowKind) => (
            <Button
              key={rowKind}
              text={t(rowKind === 'report' ? 'byReport' : 'byConsignment')}
              active={filters.rowKind === rowKind}
              aria-pressed={filters.rowKind === rowKind}
              onClick={() => filters.rowKind !== rowKind && onChange({ rowKind, statuses: [] })}
            />
          ))}
        </ButtonGroup>
        <PopoverNext
          placement="bottom-end"
          animation="minimal"
          content={
            <Menu>
              {columns.map((column) => (
                <MenuItem
                  key={column.key}
                  role="menuitemcheckbox"
                  aria-checked={column.visible}
                  text={column.name}
                  disabled={column.fixed}
                  shouldDismissPopover={false}
                  labelElement={column.visible ? <Tick /> : undefined}
                  onClick={() => onColumn(column.key, !column.visible)}
                />
              ))}
            </Menu>
          }
        >
          <Button variant="minimal" className="only-wide" icon={<ListColumns />} text={t('columns')} />
        </PopoverNext>
      </div>
    </div>
  );
};

const DayFilter = ({ filters, onChange }: Filtered) => {
  const t = useTexts(texts);
  const [days, setDays] = useState({ from: filters.from, to: filters.to });
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onChange(days);
  };
  return (
    <form className="day-filter stack" onSubmit={apply}>
      <div className="row wide">
        <Field label={`${t('accepted')} ${t('from')}`} className="grow">
          <DateInput
            value={days.from}
            max={days.to || undefined}
            onValueChange={(from) => setDays({ ...days, from })}
          />
        </Field>
        <Field label={t('to')} className="grow">
          <DateInput value={days.to} min={days.from || undefined} onValueChange={(to) => setDays({ ...days, to })} />
        </Field>
      </div>
      <div className="row">
        <Button className="push" text={t('reset')} onClick={() => setDays({ from: '', to: '' })} />
        <Button type="submit" intent="primary" text={t('apply')} />
      </div>
    </form>
  );
};

/** Every filter is a chip that can be removed; without filters nothing is shown. */
export const ReportFilterChips = ({ filters, onChange }: Filtered) => {
  const t = useTexts(texts);
  const nameOf = useReportStatusName();
  if (!isFiltered(filters)) return null;
  const chips: [key: string, text: string, without: Partial<ReportFilters>][] = [];
  if (filters.keyword) chips.push(['keyword', t('chipKeyword', { value: filters.keyword }), { keyword: '' }]);
  if (filters.statuses.length > 0)
    chips.push([
      'status',
      t('chipStatus', { value: filters.statuses.map(nameOf).join(listSeparator()) }),
      { statuses: [] },
    ]);
  if (filters.from) chips.push(['from', t('chipFrom', { value: filters.from }), { from: '' }]);
  if (filters.to) chips.push(['to', t('chipTo', { value: filters.to }), { to: '' }]);
  return (
    <div className="filter-chips">
      <span className="muted">{t('filters')}</span>
      {chips.map(([key, text, without]) => (
        <Tag key={key} minimal onRemove={() => onChange(without)}>
          {text}
        </Tag>
      ))}
      <button type="button" className="link-button" onClick={() => onChange(NO_FILTERS)}>
        {t('clear')}
      </button>
      <span className="muted push row tight in-url">
        <LinkIcon size={12} />
        {t('inUrl')}
      </span>
    </div>
  );
};

type ReportTabsProps = {
  rowKind: ReportRowKind;
  counts: ReadonlyMap<number, number>;
  selectedStatuses: readonly number[];
  onChoose(statuses: number[]): void;
};

/** One tab per report status with the number from the counting call; 全部 first (LS-008). */
export const ReportTabs = ({ rowKind, counts, selectedStatuses, onChoose }: ReportTabsProps) => {
  const t = useTexts(texts);
  const statuses = useReportStatuses().filter(({ status }) => isStatusOfList(rowKind, status));
  const isCurrent = (status: number | null): boolean =>
    status === null ? selectedStatuses.length === 0 : selectedStatuses.length === 1 && selectedStatuses[0] === status;
  const tab = (status: number | null, text: string, number: number) => (
    <button
      key={status}
      type="button"
      className={`status-tab${isCurrent(status) ? ' current' : ''}`}
      aria-pressed={isCurrent(status)}
      onClick={() => onChoose(status === null ? [] : [status])}
    >
      {status !== null && <i style={{ background: reportColour(status) }} aria-hidden />}
      {text}
      <span className="numeric">{formatCount(number)}</span>
    </button>
  );
  return (
    <div className="status-tabs" role="group" aria-label={t('status')}>
      {tab(
        null,
        t('all'),
        [...counts.values()].reduce((sum, number) => sum + number, 0),
      )}
      {statuses.map(({ status, name }) => tab(status, name, counts.get(status) ?? 0))}
    </div>
  );
};
