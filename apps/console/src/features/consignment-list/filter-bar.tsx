import { Button, ButtonGroup, InputGroup, Menu, MenuDivider, MenuItem, PopoverNext, Tooltip } from '@blueprintjs/core';
import {
  CaretDown,
  Filter,
  List,
  ListColumns,
  Menu as MenuIcon,
  Person,
  Search,
  SortAsc,
  SortDesc,
  Tick,
} from '@blueprintjs/icons';
import { type RefObject, useState } from 'react';
import { useTexts } from '../../i18n/texts.js';
import { size } from '../../lib/preferences.js';
import { seesPersons, useUser } from '../../lib/session.js';
import { useStore } from '../../lib/store.js';
import { useDebounced } from '../../lib/use-debounced.js';
import { KindChoice } from './kind-choice.js';
import { type ListFilters, SORTS } from './list-filters.js';
import { MoreFilters } from './more-filters.js';
import { texts } from './texts.js';

type Choice = { key: string; name: string; shown: boolean; fixed: boolean };
type FilterBarProps = {
  /** The list holds all three kinds. */
  mixed: boolean;
  filters: ListFilters;
  onChange(change: Partial<ListFilters>): void;
  columns: readonly Choice[];
  onColumn(key: string, shown: boolean): void;
  searchField: RefObject<HTMLInputElement | null>;
};

/** Keyword, contact, more filters; at the right sort, columns and density. Typing waits 300 ms. */
export const FilterBar = ({ mixed, filters, onChange, columns, onColumn, searchField }: FilterBarProps) => {
  const t = useTexts(texts);
  const [keyword, setKeyword] = useDebounced(filters.keyword, (value) => onChange({ keyword: value }));
  const [person, setPerson] = useDebounced(filters.person, (value) => onChange({ person: value }));
  const [moreOpen, setMoreOpen] = useState(false);
  const personsShown = seesPersons(useUser());
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
      {personsShown && (
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
      {mixed && <KindChoice chosen={filters.consignType} onChoose={(consignType) => onChange({ consignType })} />}
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
        aria-checked={column.shown}
        text={column.name}
        disabled={column.fixed}
        shouldDismissPopover={false}
        labelElement={column.shown ? <Tick /> : undefined}
        onClick={() => onColumn(column.key, !column.shown)}
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
