import { AnchorButton, HTMLSelect, InputGroup, useHotkeys } from '@blueprintjs/core';
import { Download, Search } from '@blueprintjs/icons';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { eventTypes, type EventType } from '#contract';
import { containsFolded } from '#domain/text';
import { PageHeader } from '../../components/page-header.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import '../../integration/integration.css';
import { apiAddress } from '../../lib/http.js';
import { formatCount } from '../../lib/numbers.js';
import { letterShortcuts } from '../../lib/preferences.js';
import { useStore } from '../../lib/store.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import './event-catalogue.css';
import { EventDescription } from './event-description.js';
import { Examples } from './examples.js';
import { texts } from './texts.js';

/** Below this width the list of types is a select above the description. */
const LIST_FROM = 1024;

/** First part of a type's name: the subject of the event. */
const GROUPS = ['consignment', 'report'] as const;
const groupOf = ({ type }: EventType): string => type.split('.')[0] ?? '';
/** The rest of it, which distinguishes the types of a group. */
const shortName = ({ type }: EventType): string => type.split('.').slice(1).join('.');

/** A type by its name, with or without its version; the first of all for any other name. */
const findEventType = (typeName: string): EventType => {
  const match = eventTypes.find(({ name, type }) => name === typeName || type === typeName) ?? eventTypes[0];
  if (!match) throw new Error('The list of event types is empty.');
  return match;
};

/** All types of events of the feed, from the list of the contract (002 EM-010; picture 23). */
const EventCataloguePage = () => {
  const t = useTexts(texts);
  const [query, setQuery] = useSearchParams();
  const [searchText, setSearchText] = useState('');
  const isListed = useWiderThan(LIST_FROM);
  const search = useRef<HTMLInputElement>(null);
  const selectedType = findEventType(query.get('type') ?? '');
  const matches = useMemo(
    () =>
      eventTypes.filter(
        ({ name, summary, meaning }) =>
          searchText.trim() === '' ||
          [name, summary[language()], meaning[language()]].some((text) => containsFolded(text, searchText.trim())),
      ),
    [searchText],
  );
  const choose = useCallback(
    (name: string) =>
      setQuery((current) => {
        const next = new URLSearchParams(current);
        next.set('type', name);
        return next;
      }),
    [setQuery],
  );
  const letters = useStore(letterShortcuts);
  useHotkeys(
    useMemo(() => {
      const move = (by: number) => {
        const next = matches[Math.min(matches.length - 1, Math.max(0, matches.indexOf(selectedType) + by))];
        if (!next) return;
        choose(next.name);
        document.querySelector(`[data-row="${next.name}"]`)?.scrollIntoView?.({ block: 'nearest' });
      };
      const options = { global: true, preventDefault: true, group: t('title') };
      return letters
        ? [
            { ...options, combo: '/', label: t('search'), onKeyDown: () => search.current?.focus() },
            { ...options, combo: 'j', label: t('down'), onKeyDown: () => move(1) },
            { ...options, combo: 'k', label: t('up'), onKeyDown: () => move(-1) },
          ]
        : [];
    }, [letters, t, matches, selectedType, choose]),
  );
  return (
    <>
      <PageHeader
        tag={<span className="page-subtitle only-wide">{t('subtitle', { n: formatCount(eventTypes.length) })}</span>}
        actions={
          <>
            <Description text="OpenAPI" path="/api/openapi.json" />
            <Description text="AsyncAPI" path="/api/asyncapi.json" />
          </>
        }
      />
      <div className="page-body event-catalogue">
        <div className="card event-card">
          {isListed ? (
            <div className="event-list">
              <InputGroup
                inputRef={search}
                leftElement={
                  <span className="bp6-icon">
                    <Search />
                  </span>
                }
                value={searchText}
                onValueChange={setSearchText}
                placeholder={t('search')}
                aria-label={t('search')}
                rightElement={<span className="key-hint in-field">/</span>}
              />
              <nav aria-label={t('types')}>
                {GROUPS.map((group) => {
                  const members = matches.filter((type) => groupOf(type) === group);
                  if (members.length === 0) return null;
                  return (
                    <div key={group}>
                      <div className="event-group">
                        {t(`group.${group}`)} <span className="numeric">{members.length}</span>
                      </div>
                      {members.map((type) => (
                        <button
                          key={type.name}
                          type="button"
                          data-row={type.name}
                          aria-current={type === selectedType}
                          onClick={() => choose(type.name)}
                        >
                          <span>{type.summary[language()]}</span>
                          <span className="mono ellipsis">{shortName(type)}</span>
                        </button>
                      ))}
                    </div>
                  );
                })}
                {matches.length === 0 && <p className="event-none">{t('noSuchType')}</p>}
              </nav>
            </div>
          ) : (
            <HTMLSelect
              className="event-choice"
              fill
              aria-label={t('types')}
              value={selectedType.name}
              onChange={({ currentTarget: { value } }) => choose(value)}
            >
              {GROUPS.map((group) => (
                <optgroup key={group} label={t(`group.${group}`)}>
                  {eventTypes
                    .filter((type) => groupOf(type) === group)
                    .map((type) => (
                      <option key={type.name} value={type.name}>
                        {type.summary[language()]} · {shortName(type)}
                      </option>
                    ))}
                </optgroup>
              ))}
            </HTMLSelect>
          )}
          <EventDescription type={selectedType} onChoose={choose} />
          <Examples key={selectedType.name} type={selectedType} />
        </div>
      </div>
    </>
  );
};

/** A description of the whole interface for tools, as a file. */
const Description = ({ text, path }: { text: string; path: string }) => (
  <AnchorButton
    variant="outlined"
    icon={<Download />}
    text={text}
    href={apiAddress(path)}
    target="_blank"
    rel="noreferrer"
  />
);

export default EventCataloguePage;
