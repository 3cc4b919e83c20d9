import { SendMessage } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, type KeyboardEvent } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import {
  exampleEvent,
  type EventType,
  snippet,
  SNIPPET_LANGUAGES,
  SNIPPET_TOPICS,
  snippetLanguages,
  listWebhooks,
} from '#contract';
import { CodeBlock } from '../../components/code-block.js';
import { useTexts } from '../../i18n/texts.js';
import { environmentOf } from '../../integration/environment-lines.js';
import { storedHost } from '../../lib/http.js';
import { LAB_SYSTEM } from '../../lib/paths.js';
import { snippetChoice } from '../../lib/preferences.js';
import { useStore } from '../../lib/store.js';
import { openTestEventDialog } from '../../integration/test-event.dialog.js';
import { acceptsType } from '../../integration/webhooks.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { useUser } from '../../lib/session.js';
import { texts } from './texts.js';

/**
 * Sends this type to an endpoint of the own unit that receives it; without one the button is disabled, with the reason.
 */
const TestEventButton = ({ type }: { type: EventType }) => {
  const t = useTexts(texts);
  const { unitId } = useUser();
  const { data } = useQuery({ ...queryOptionsOf(listWebhooks, {}), enabled: unitId !== null, meta: { quiet: true } });
  const receivingWebhooks = (data?.items ?? []).filter(
    (webhook) => webhook.state === 'active' && acceptsType(webhook, type.name),
  );
  const isOff = receivingWebhooks.length === 0;
  return (
    <button
      type="button"
      className="code-action"
      aria-disabled={isOff}
      title={isOff ? t('noEndpoint') : undefined}
      onClick={isOff ? undefined : () => void openTestEventDialog(receivingWebhooks, { type: type.name })}
    >
      <SendMessage size={12} />
      {t('sendThis')}
      {isOff && <span className="only-heard">{t('noEndpoint')}</span>}
    </button>
  );
};

/** An event as it arrives, and code that receives it; the chosen way and language are stored in this browser. */
export const Examples = ({ type }: { type: EventType }) => {
  const t = useTexts(texts);
  const choice = useStore(snippetChoice);
  const [query] = useSearchParams();
  const topic =
    SNIPPET_TOPICS.find((candidate) => candidate === query.get('topic')) ??
    SNIPPET_TOPICS.find((candidate) => candidate === choice.topic) ??
    SNIPPET_TOPICS[0];
  const language = SNIPPET_LANGUAGES.find((candidate) => candidate === choice.language) ?? SNIPPET_LANGUAGES[0];
  const example = snippet(topic, language, type.name);
  const panel = useId();
  return (
    <div className="event-examples">
      <CodeBlock
        head={t('example')}
        label={t('example')}
        notation="json"
        actions={<TestEventButton type={type} />}
        text={JSON.stringify(exampleEvent(type, storedHost() ?? location.origin), null, 2)}
      />
      <div className="event-doors">
        <Tabs
          label={t('doors')}
          panel={panel}
          tabs={SNIPPET_TOPICS.map((key) => ({ key, text: t(`topic.${key}`) }))}
          selectedKey={topic}
          onChoose={(selectedTopic) => snippetChoice.set((current) => ({ ...current, topic: selectedTopic }))}
        />
        <span className="aux muted push">
          {t('keyAt')} <Link to={LAB_SYSTEM}>{t('labSystem')}</Link>
        </span>
      </div>
      <div id={panel} role="tabpanel" aria-label={t(`topic.${topic}`)} className="event-snippet">
        <CodeBlock
          head={
            <Tabs
              label={t('languages')}
              tabs={SNIPPET_LANGUAGES.map((key) => ({ key, text: snippetLanguages[key].label }))}
              selectedKey={language}
              onChoose={(selectedLanguage) =>
                snippetChoice.set((current) => ({ ...current, language: selectedLanguage }))
              }
              isSmall
            />
          }
          label={`${t(`topic.${topic}`)} ${snippetLanguages[language].label}`}
          notation="source"
          text={example}
        />
        <CodeBlock
          head={t('variables')}
          label={t('variables')}
          notation="source"
          text={environmentOf(example, (name) =>
            name === 'PLATFORM' ? (storedHost() ?? location.origin) : t(`variable.${name}`),
          )}
        />
      </div>
      <div className="aux muted">{t('promise')}</div>
    </div>
  );
};

/** Tabs with arrow keys: one of them is in the tab order of the page. */
const Tabs = <Key extends string>({
  label,
  tabs,
  selectedKey,
  onChoose,
  panel,
  isSmall = false,
}: {
  label: string;
  tabs: readonly { key: Key; text: string }[];
  selectedKey: Key;
  onChoose(key: Key): void;
  panel?: string;
  isSmall?: boolean;
}) => {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const index = (tabs.findIndex(({ key }) => key === selectedKey) + by + tabs.length) % tabs.length;
    const next = tabs[index];
    if (!next) return;
    onChoose(next.key);
    list.current?.querySelectorAll('button')[index]?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      tabIndex={-1}
      className={isSmall ? 'small-tabs' : 'line-tabs'}
      onKeyDown={move}
    >
      {tabs.map(({ key, text }) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-selected={key === selectedKey}
          aria-controls={panel}
          tabIndex={key === selectedKey ? 0 : -1}
          onClick={() => onChoose(key)}
        >
          {text}
        </button>
      ))}
    </div>
  );
};
