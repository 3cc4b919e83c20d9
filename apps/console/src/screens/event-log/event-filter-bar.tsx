import { Button, HTMLSelect, InputGroup, PopoverNext, Tag } from '@blueprintjs/core';
import { Calendar, CaretDown, Search } from '@blueprintjs/icons';
import { type FormEvent, type ReactNode, useState } from 'react';
import { STREAM_CATEGORIES, typesOfCategory } from '#domain/operations';
import { allEvents } from '#events';
import { DateInput } from '../../components/date-input.js';
import { Field } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import { parseChinaTime } from '../../lib/china-time.js';
import { useDebounced } from '../../lib/use-time.js';
import { shortId } from './event-columns.js';
import { useEventNames } from './event-names.js';
import { texts } from './texts.js';

/**
 * The query of the log, the page by the position below which it begins, and the open event. All of it is in the
 * address, so that back, forward and a shared link restore it.
 */
export type EventFilters = {
  /** Number or id of a consignment, or the whole name of a stream. */
  object: string;
  category: string;
  type: string;
  by: string;
  /** Times in China, yyyy-MM-ddTHH:mm, both included. */
  from: string;
  to: string;
  correlation: string;
  command: string;
  before: string;
  event: string;
};

const NAMES = [
  'object',
  'category',
  'type',
  'by',
  'from',
  'to',
  'correlation',
  'command',
  'before',
  'event',
] as const satisfies readonly (keyof EventFilters)[];
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

const isSensible = (name: keyof EventFilters, text: string): boolean => {
  if (name === 'from' || name === 'to') return TIME.test(text);
  return name === 'before' ? /^\d{20}$/.test(text) : text.length <= 200;
};

/**
 * Reads the address; a value that cannot be read counts as absent. A link may name the object as `stream` or
 * `consignment`.
 */
export const readFilters = (query: URLSearchParams): EventFilters => {
  const parameters = new URLSearchParams(query);
  const object = query.get('object') ?? query.get('stream') ?? query.get('consignment');
  if (object !== null) parameters.set('object', object);
  return Object.fromEntries(
    NAMES.map((name) => [
      name,
      isSensible(name, parameters.get(name)?.trim() ?? '') ? (parameters.get(name)?.trim() ?? '') : '',
    ]),
  ) as EventFilters;
};

export const writeFilters = (filters: EventFilters): URLSearchParams =>
  new URLSearchParams(NAMES.flatMap((name) => (filters[name] === '' ? [] : [[name, filters[name]]])));

export const NO_FILTERS = {
  object: '',
  category: '',
  type: '',
  by: '',
  from: '',
  to: '',
  correlation: '',
  command: '',
} satisfies Partial<EventFilters>;
type FilterName = keyof typeof NO_FILTERS;
const FILTER_NAMES = Object.keys(NO_FILTERS) as FilterName[];
export const isFiltered = (filters: EventFilters): boolean => FILTER_NAMES.some((name) => filters[name] !== '');

/** The name of a stream is a word, a "-" and the rest; a consignment's number or id has another form. */
const isStream = (object: string): boolean => /^[a-z][A-Za-z]*-\S+$/.test(object) && !/^[0-9a-f]{8}-/.test(object);

const utc = (time: string): string => parseChinaTime(time).toISOString();
/** The end of the period includes all seconds of its minute. */
const endOfMinute = (time: string): string => parseChinaTime(`${time}:59.999`).toISOString();

/** The conditions of the service, for the list and for following it. */
export const eventLogQuery = ({ object, category, type, by, from, to, correlation, command }: EventFilters) => ({
  ...(object === '' ? {} : isStream(object) ? { stream: object } : { consignment: object }),
  ...(category && { category }),
  ...(type && { type }),
  ...(by && { by }),
  ...(from && { from: utc(from) }),
  ...(to && { to: endOfMinute(to) }),
  ...(correlation && { correlationId: correlation }),
  ...(command && { commandId: command }),
});

type Filtered = { filters: EventFilters; onChange(some: Partial<EventFilters>): void };

/**
 * Object, its kind, kind of event, period; author, request and command come from an event's panel and are shown as
 * chips.
 */
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
        <DateInput
          withTime
          value={period.from}
          max={period.to || undefined}
          onValueChange={(from) => setPeriod({ ...period, from })}
        />
      </Field>
      <Field label={t('to')}>
        <DateInput
          withTime
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

/** Every filter is a chip that can be removed. Nothing is shown without filters. */
export const EventFilterChips = ({ filters, onChange }: Filtered) => {
  const t = useTexts(texts);
  const { nameOf, categoryName } = useEventNames();
  if (!isFiltered(filters)) return null;
  const valueOf = (name: FilterName): string => {
    const value = filters[name];
    if (name === 'type') return nameOf({ type: value });
    if (name === 'category') return categoryName(value);
    return name === 'from' || name === 'to' ? value.replace('T', ' ') : name === 'object' ? value : shortId(value);
  };
  return (
    <div className="filter-chips">
      <span className="muted">{t('filters')}</span>
      {FILTER_NAMES.filter((name) => filters[name] !== '').map((name) => (
        <Tag key={name} minimal title={filters[name]} onRemove={() => onChange({ [name]: '' })}>
          {t(`chip.${name}`, { value: valueOf(name) })}
        </Tag>
      ))}
      <button type="button" className="link-button" onClick={() => onChange(NO_FILTERS)}>
        {t('clear')}
      </button>
    </div>
  );
};
