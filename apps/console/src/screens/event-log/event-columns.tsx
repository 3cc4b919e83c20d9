import type { EventLogEntry } from '#contract';
import { type Column, orDash } from '../../components/data-table.js';
import { ViaLabSystem, nameWithVia } from '../../components/via-lab-system.js';
import { useTexts } from '../../i18n/texts.js';
import { actorRoleName } from '../../lib/role-names.js';
import { dateTime, shortTime } from '../../lib/china-time.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { useEventNames } from './event-names.js';
import { texts } from './texts.js';

const COMPACT_BELOW = 720;
/** The table has less room while an event is open beside it. */
const ROOMY_FROM = 1500;

/** The end of an id distinguishes it; a word is shown in full. */
export const shortId = (id: string): string => (/[0-9a-f]{8}-?[0-9a-f]{4}/i.test(id) ? `…${id.slice(-8)}` : id);

/** The object of a stream: the number of its consignment, otherwise the text after its kind. */
export const streamSubject = ({ consignCode, stream, category }: EventLogEntry): string =>
  consignCode || shortId(stream.slice(category.length + 1));

export const useEventColumns = ({
  beside,
  onOpen,
}: {
  /** An event is open beside the table. */ beside: boolean;
  onOpen(event: EventLogEntry): void;
}): Column<EventLogEntry>[] => {
  const t = useTexts(texts);
  const { nameOf, categoryName } = useEventNames();
  const wide = useWiderThan(COMPACT_BELOW);
  const roomy = useWiderThan(ROOMY_FROM) || !beside;
  const name = (event: EventLogEntry) => (
    <button
      type="button"
      className="link-button dense ellipsis"
      aria-label={t('openOf', { name: nameOf({ type: event.type }), time: dateTime(event.at) })}
      onClick={() => onOpen(event)}
    >
      {nameOf({ type: event.type })}
    </button>
  );
  const author = (event: EventLogEntry) => event.userName || actorRoleName(event.role);
  if (!wide) {
    return [
      {
        key: 'event',
        head: t('event'),
        cell: (event) => (
          <>
            {name(event)}
            <div className="aux secondary ellipsis">
              {categoryName(event.category)} {streamSubject(event)}
            </div>
            <div className="row wide aux muted">
              <span className="numeric">{shortTime(event.at)}</span>
              <span>{author(event)}</span>
              <ViaLabSystem via={event.via} />
            </div>
          </>
        ),
      },
    ];
  }
  return [
    {
      key: 'time',
      head: t('time'),
      width: 176,
      noEllipsis: true,
      cell: (event) => <span className="numeric">{dateTime(event.at)}</span>,
      tooltip: ({ position }) => position,
    },
    {
      key: 'event',
      head: t('event'),
      cell: (event) => (
        <>
          {name(event)}
          {roomy && <span className="mono muted event-kind">{event.type}</span>}
        </>
      ),
      tooltip: ({ type }) => type,
    },
    {
      key: 'category',
      head: t('category'),
      width: 104,
      secondary: true,
      cell: (event) => categoryName(event.category),
    },
    {
      key: 'object',
      head: t('object'),
      width: 168,
      cell: (event) => <span className={event.consignCode ? '' : 'mono'}>{streamSubject(event)}</span>,
      tooltip: ({ stream }) => stream,
    },
    {
      key: 'revision',
      head: t('revision'),
      width: 56,
      align: 'right',
      secondary: true,
      cell: ({ revision }) => revision + 1,
    },
    {
      key: 'author',
      head: t('author'),
      width: 144,
      cell: (event) => (
        <>
          {orDash(author(event))}
          <ViaLabSystem via={event.via} />
        </>
      ),
      tooltip: (event) => nameWithVia(`${event.userName} ${actorRoleName(event.role)} ${event.userId}`.trim(), event),
    },
    ...(roomy
      ? [
          {
            key: 'request',
            head: t('request'),
            width: 112,
            secondary: true,
            cell: ({ correlationId }: EventLogEntry) => <span className="mono">{shortId(correlationId)}</span>,
            tooltip: ({ correlationId }: EventLogEntry) => correlationId,
          },
        ]
      : []),
  ];
};
