import { Button, HTMLSelect, InputGroup, PopoverNext, Tag } from '@blueprintjs/core';
import { Calendar, CaretDown, Search } from '@blueprintjs/icons';
import { type FormEvent, type ReactNode, useState } from 'react';
import { STREAM_CATEGORIES, typesOfCategory } from '#domain';
import { allEvents } from '#events';
import { Field } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import { useDebounced } from '../../lib/use-debounced.js';
import { tail } from './event-columns.js';
import { type EventFilters, FILTER_NAMES, type FilterName, isFiltered, NO_FILTERS } from './event-filters.js';
import { useEventNames } from './event-names.js';
import { texts } from './texts.js';

type Filtered = { filters: EventFilters; onChange(some: Partial<EventFilters>): void };

/** Object, its kind, kind of event, period; author, request and command come from an event's panel and stand as chips. */
export const EventFilterBar = ({ filters, onChange, children }: Filtered & { children: ReactNode }) => {
  const t = useTexts(texts);
  const { nameOf } = useEventNames();
  const [object, setObject] = useDebounced(filters.object, (value) => onChange({ object: value }));
  const [open, setOpen] = useState(false);
  const types = filters.category ? typesOfCategory(filters.category) : Object.keys(allEvents);
  const choice = (name: 'category' | 'type', options: { value: string; label: string }[], all: string) => (
    <HTMLSelect
      className={`event-${name}`}
      aria-label={t(name)}
      value={filters[name]}
      options={[{ value: '', label: all }, ...options]}
      onChange={(event) =>
        onChange(
          name === 'category' ? { category: event.currentTarget.value, type: '' } : { type: event.currentTarget.value },
        )
      }
    />
  );
  return (
    <div className="filter-bar event-filters" role="search" aria-label={t('filters')}>
      <div className="filter-keyword">
        <InputGroup
          leftElement={
            <span className="bp6-icon">
              <Search />
            </span>
          }
          value={object}
          onValueChange={setObject}
          placeholder={t('searchObject')}
          aria-label={t('searchObject')}
        />
      </div>
      {choice(
        'category',
        STREAM_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) })),
        t('allCategories'),
      )}
      {choice(
        'type',
        types.map((type) => ({ value: type, label: nameOf({ type }) })),
        t('allTypes'),
      )}
      <PopoverNext
        isOpen={open}
        onInteraction={setOpen}
        placement="bottom-start"
        animation="minimal"
        content={
          <PeriodFilter
            filters={filters}
            onChange={(change) => {
              setOpen(false);
              onChange(change);
            }}
          />
        }
      >
        <Button icon={<Calendar />} endIcon={<CaretDown />} text={t('period')} variant="outlined" />
      </PopoverNext>
      <div className="push">{children}</div>
    </div>
  );
};

const PeriodFilter = ({ filters, onChange }: Filtered) => {
  const t = useTexts(texts);
  const [period, setPeriod] = useState({ from: filters.from, to: filters.to });
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onChange(period);
  };
  return (
    <form className="event-period stack" onSubmit={apply}>
      <Field label={t('from')}>
        <InputGroup
          type="datetime-local"
          value={period.from}
          max={period.to || undefined}
          onValueChange={(from) => setPeriod({ ...period, from })}
        />
      </Field>
      <Field label={t('to')}>
        <InputGroup
          type="datetime-local"
          value={period.to}
          min={period.from || undefined}
          onValueChange={(to) => setPeriod({ ...period, to })}
        />
      </Field>
      <div className="row">
        <Button className="push" text={t('reset')} onClick={() => setPeriod({ from: '', to: '' })} />
        <Button type="submit" intent="primary" text={t('apply')} />
      </div>
    </form>
  );
};

const CHIPS = {
  object: 'chipObject',
  category: 'chipCategory',
  type: 'chipType',
  by: 'chipBy',
  from: 'chipFrom',
  to: 'chipTo',
  correlation: 'chipCorrelation',
  command: 'chipCommand',
} as const satisfies Record<FilterName, string>;

/** Every filter is a chip that can be taken away; none: nothing stands here. */
export const EventFilterChips = ({ filters, onChange }: Filtered) => {
  const t = useTexts(texts);
  const { nameOf, categoryName } = useEventNames();
  if (!isFiltered(filters)) return null;
  const valueOf = (name: FilterName): string => {
    const value = filters[name];
    if (name === 'type') return nameOf({ type: value });
    if (name === 'category') return categoryName(value);
    return name === 'from' || name === 'to' ? value.replace('T', ' ') : name === 'object' ? value : tail(value);
  };
  return (
    <div className="filter-chips">
      <span className="muted">{t('filters')}</span>
      {FILTER_NAMES.filter((name) => filters[name] !== '').map((name) => (
        <Tag key={name} minimal title={filters[name]} onRemove={() => onChange({ [name]: '' })}>
          {t(CHIPS[name], { value: valueOf(name) })}
        </Tag>
      ))}
      <button type="button" className="link-button" onClick={() => onChange(NO_FILTERS)}>
        {t('clear')}
      </button>
    </div>
  );
};
