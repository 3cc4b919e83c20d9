import { momentOf } from '../../lib/china-time.js';

/** What the log is asked for, the page by the position it begins below, and the event that is open. All of it stands in the address, so that back, forward and a passed-on link restore it (DESIGN 4). */
export type EventFilters = {
  /** Number or id of a consignment, or the whole name of a stream. */
  object: string;
  category: string;
  type: string;
  by: string;
  /** Inclusive times of China, yyyy-MM-ddTHH:mm. */
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

/** Reads the address; whatever makes no sense there counts as not given. A link may name the object as `stream` or `consignment`. */
export const readFilters = (query: URLSearchParams): EventFilters => {
  const given = new URLSearchParams(query);
  const object = query.get('object') ?? query.get('stream') ?? query.get('consignment');
  if (object !== null) given.set('object', object);
  return Object.fromEntries(
    NAMES.map((name) => [name, isSensible(name, given.get(name)?.trim() ?? '') ? (given.get(name)?.trim() ?? '') : '']),
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
export type FilterName = keyof typeof NO_FILTERS;
export const FILTER_NAMES = Object.keys(NO_FILTERS) as FilterName[];
export const isFiltered = (filters: EventFilters): boolean => FILTER_NAMES.some((name) => filters[name] !== '');

/** A stream's name is a word, a "-" and the rest; a consignment's number or id begins otherwise. */
const isStream = (object: string): boolean => /^[a-z][A-Za-z]*-\S+$/.test(object) && !/^[0-9a-f]{8}-/.test(object);

const utc = (time: string): string => momentOf(time).toISOString();
/** A minute that was chosen as the end is meant with all its seconds. */
const endOfMinute = (time: string): string => momentOf(`${time}:59.999`).toISOString();

/** The conditions as the service knows them, for the list and for following it. */
export const conditionsOf = ({ object, category, type, by, from, to, correlation, command }: EventFilters) => ({
  ...(object === '' ? {} : isStream(object) ? { stream: object } : { consignment: object }),
  ...(category && { category }),
  ...(type && { type }),
  ...(by && { by }),
  ...(from && { from: utc(from) }),
  ...(to && { to: endOfMinute(to) }),
  ...(correlation && { correlationId: correlation }),
  ...(command && { commandId: command }),
});
