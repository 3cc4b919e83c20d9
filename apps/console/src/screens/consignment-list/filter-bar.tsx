import {
  Button,
  ButtonGroup,
  Checkbox,
  HTMLSelect,
  InputGroup,
  Menu,
  MenuDivider,
  MenuItem,
  PopoverNext,
  Tag,
  Tooltip,
} from '@blueprintjs/core';
import {
  CaretDown,
  Filter,
  Link as LinkIcon,
  List,
  ListColumns,
  Menu as MenuIcon,
  Person,
  Search,
  SortAsc,
  SortDesc,
  Tick,
} from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useState } from 'react';
import { getProjectList } from '#contract';
import { DateInput } from '../../components/date-input.js';
import { Field } from '../../components/field.js';
import { useStatuses, useStatusName } from '../../consignment/statuses.js';
import { texts as consignmentTexts } from '../../consignment/texts.js';
import { listSeparator } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { size } from '../../lib/preferences.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { canSeePersons, useUser } from '../../lib/session.js';
import { useStore } from '../../lib/store.js';
import { useDebounced } from '../../lib/use-time.js';
import { clearFilters, isFiltered, type ListFilters, SORTS } from './list-filters.js';
import { KindFilter } from './status-tabs.js';
import { texts } from './texts.js';

const MAX_PROJECTS = 200;

/** Projects to filter by; empty for a user without projects. */
const useProjects = () =>
  useQuery({
    ...queryOptionsOf(getProjectList, { maxResultCount: MAX_PROJECTS }),
    staleTime: 60_000,
    meta: { quiet: true },
  }).data?.items ?? [];

/** Statuses, project and days of submission; they are applied together. */
const MoreFilters = ({ filters, onApply }: { filters: ListFilters; onApply(change: Partial<ListFilters>): void }) => {
  const t = useTexts(texts);
  const statuses = useStatuses();
  const projects = useProjects();
  const [draft, setDraft] = useState(filters);
  const change = (changes: Partial<ListFilters>) => setDraft((current) => ({ ...current, ...changes }));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const { statuses: selectedStatuses, projectId, from, to } = draft;
    onApply({ statuses: selectedStatuses, projectId, from, to });
  };
  return (
    <form className="more-filters stack" onSubmit={apply}>
      <Field label={t('status')} group>
        <div className="status-choices">
          {statuses.map(({ status, name }) => (
            <Checkbox
              key={status}
              className="check"
              label={name}
              checked={draft.statuses.includes(status)}
              onChange={(event) =>
                change({
                  statuses: event.currentTarget.checked
                    ? [...draft.statuses, status].sort((a, b) => a - b)
                    : draft.statuses.filter((other) => other !== status),
                })
              }
            />
          ))}
        </div>
      </Field>
      <Field label={t('project')}>
        <HTMLSelect
          fill
          value={draft.projectId}
          onChange={(event) => change({ projectId: event.currentTarget.value })}
          options={[
            { value: '', label: t('anyProject') },
            ...projects.map(({ id, projectName }) => ({ value: id, label: projectName })),
          ]}
        />
      </Field>
      <div className="row wide">
        <Field label={`${t('submitted')} ${t('from')}`} className="grow">
          <DateInput value={draft.from} max={draft.to || undefined} onValueChange={(from) => change({ from })} />
        </Field>
        <Field label={t('to')} className="grow">
          <DateInput value={draft.to} min={draft.from || undefined} onValueChange={(to) => change({ to })} />
        </Field>
      </div>
      <div className="row">
        <Button className="push" text={t('reset')} onClick={() => setDraft(clearFilters(draft))} />
        <Button type="submit" intent="primary" text={t('apply')} />
      </div>
    </form>
  );
};

type Choice = { key: string; name: string; visible: boolean; fixed: boolean };
type FilterBarProps = {
  /** The list contains all three kinds. */
  mixed: boolean;
  filters: ListFilters;
  onChange(change: Partial<ListFilters>): void;
  columns: readonly Choice[];
  onColumn(key: string, visible: boolean): void;
  searchField: RefObject<HTMLInputElement | null>;
};

/** Keyword, contact, more filters; at the right sort, columns and density. Typing applies after 300 ms. */
export const FilterBar = ({ mixed, filters, onChange, columns, onColumn, searchField }: FilterBarProps) => {
  const t = useTexts(texts);
  const [keyword, setKeyword] = useDebounced(filters.keyword, (value) => onChange({ keyword: value }));
  const [person, setPerson] = useDebounced(filters.person, (value) => onChange({ person: value }));
  const [moreOpen, setMoreOpen] = useState(false);
  const seesPersons = canSeePersons(useUser());
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
          value={keyword}
          onValueChange={setKeyword}
          placeholder={t('keyword')}
          aria-label={t('keyword')}
          rightElement={<span className="key-hint in-field only-wide">/</span>}
        />
      </div>
      {seesPersons && (
        <div className="filter-person">
          <InputGroup
            leftElement={
              <span className="bp6-icon">
                <Person />
              </span>
            }
            value={person}
            onValueChange={setPerson}
            placeholder={t('person')}
            aria-label={t('person')}
          />
        </div>
      )}
      {mixed && <KindFilter selected={filters.consignType} onChoose={(consignType) => onChange({ consignType })} />}
      <PopoverNext
        isOpen={moreOpen}
        onInteraction={setMoreOpen}
        placement="bottom-start"
        animation="minimal"
        content={
          <MoreFilters
            filters={filters}
            onApply={(change) => {
              setMoreOpen(false);
              onChange(change);
            }}
          />
        }
      >
        <Button
          icon={<Filter />}
          endIcon={<CaretDown />}
          text={t('moreFilters')}
          variant="outlined"
          className="filter-more"
          aria-label={t('moreFilters')}
        />
      </PopoverNext>
      <div className="row push list-view">
        <SortMenu filters={filters} onChange={onChange} />
        <PopoverNext
          placement="bottom-end"
          animation="minimal"
          content={<ColumnMenu columns={columns} onColumn={onColumn} />}
        >
          <Button variant="minimal" icon={<ListColumns />} text={t('columns')} />
        </PopoverNext>
        <Density />
      </div>
    </div>
  );
};

const SortMenu = ({ filters, onChange }: Pick<FilterBarProps, 'filters' | 'onChange'>) => {
  const t = useTexts(texts);
  const tick = (on: boolean) => (on ? <Tick /> : undefined);
  const menu = (
    <Menu>
      {SORTS.map((sort) => (
        <MenuItem
          key={sort}
          text={t(sort)}
          labelElement={tick(filters.sort === sort)}
          onClick={() => onChange({ sort })}
        />
      ))}
      <MenuDivider />
      {(['desc', 'asc'] as const).map((order) => (
        <MenuItem
          key={order}
          text={t(order === 'asc' ? 'ascending' : 'descending')}
          labelElement={tick(filters.order === order)}
          onClick={() => onChange({ order })}
        />
      ))}
    </Menu>
  );
  return (
    <PopoverNext placement="bottom-end" animation="minimal" content={menu}>
      <Button
        variant="minimal"
        icon={filters.order === 'asc' ? <SortAsc /> : <SortDesc />}
        text={t(filters.sort)}
        aria-label={`${t('sort')} ${t(filters.sort)}`}
      />
    </PopoverNext>
  );
};

const ColumnMenu = ({ columns, onColumn }: Pick<FilterBarProps, 'columns' | 'onColumn'>) => (
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
);

const Density = () => {
  const t = useTexts(texts);
  const roomy = useStore(size) === 'large';
  return (
    <ButtonGroup variant="outlined" aria-label={t('density')}>
      <Tooltip content={t('dense')}>
        <Button
          icon={<MenuIcon />}
          active={!roomy}
          aria-pressed={!roomy}
          aria-label={t('dense')}
          onClick={() => size.set('medium')}
        />
      </Tooltip>
      <Tooltip content={t('roomy')}>
        <Button
          icon={<List />}
          active={roomy}
          aria-pressed={roomy}
          aria-label={t('roomy')}
          onClick={() => size.set('large')}
        />
      </Tooltip>
    </ButtonGroup>
  );
};

/** Every filter is a chip that can be removed; without filters nothing is shown. */
export const FilterChips = ({
  filters,
  onChange,
}: {
  filters: ListFilters;
  onChange(change: Partial<ListFilters>): void;
}) => {
  const t = useTexts(texts);
  const nameOf = useStatusName();
  const projects = useProjects();
  const kinds = useTexts(consignmentTexts);
  if (!isFiltered(filters)) return null;
  const chips: [key: string, text: string, without: Partial<ListFilters>][] = [];
  if (filters.keyword) chips.push(['keyword', t('chipKeyword', { value: filters.keyword }), { keyword: '' }]);
  if (filters.person) chips.push(['person', t('chipPerson', { value: filters.person }), { person: '' }]);
  if (filters.statuses.length > 0)
    chips.push([
      'status',
      t('chipStatus', { value: filters.statuses.map(nameOf).join(listSeparator()) }),
      { statuses: [] },
    ]);
  if (filters.projectId)
    chips.push([
      'project',
      t('chipProject', { value: projects.find(({ id }) => id === filters.projectId)?.projectName ?? '…' }),
      { projectId: '' },
    ]);
  if (filters.consignType !== null)
    chips.push(['kind', t('chipKind', { value: kinds(`kind.${filters.consignType}`) }), { consignType: null }]);
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
      <button type="button" className="link-button" onClick={() => onChange(clearFilters(filters))}>
        {t('clear')}
      </button>
      <span className="muted push row tight in-url">
        <LinkIcon size={12} />
        {t('inUrl')}
      </span>
    </div>
  );
};
