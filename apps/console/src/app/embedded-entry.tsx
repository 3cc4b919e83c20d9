import { Button, Spinner } from '@blueprintjs/core';
import { Offline, Refresh } from '@blueprintjs/icons';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { PRODUCT } from '#contract';
import { AppDialog } from '../components/app-dialog.js';
import { EmptyState } from '../components/page-states.js';
import { PUBLIC_LIST } from '../lib/paths.js';
import { type Translate, useTexts, defineTexts } from '../i18n/texts.js';
import {
  type Embedding,
  embeddingOf,
  enterEmbedding,
  NoEmbeddingCode,
  EmbedderUnknown,
  EmbeddedUserChanged,
} from '../lib/embedding.js';
import { currentFailure } from '../lib/failures.js';
import { ApiError } from '../lib/http.js';
import { browserPage } from '../lib/lazy-part.js';
import { queryClient } from '../lib/queries.js';
import { useStore } from '../lib/store.js';
import en from '../locales/en/embedded-entry.json' with { type: 'json' };
import es from '../locales/es/embedded-entry.json' with { type: 'json' };
import zh from '../locales/zh/embedded-entry.json' with { type: 'json' };

const texts = defineTexts('embedded-entry', {
  zh,
  en,
  es,
});

/**
 * `alone`: the page is not embedded. After the first entry the page stays; `error` says why it could not enter again.
 */
type State =
  | { kind: 'alone' }
  | { kind: 'entering' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'entered'; error: unknown; isRunning: boolean };
/** `search`: the query that the page was opened with. */
export type EmbeddedEntryState = State & { search: string; retry(): void };

/**
 * Signs in a page inside a laboratory's system, as the address at which it was opened says, and keeps its links inside.
 * After an hour it signs in again by itself, and unsaved input stays in place; for another user it starts again.
 */
export const useEmbeddedEntry = (search: string): EmbeddedEntryState => {
  const [initial] = useState<{ search: string; embedding: Embedding | null }>(() => ({
    search,
    embedding: embeddingOf(new URLSearchParams(search)),
  }));
  const { embedding } = initial;
  const [entry, setEntry] = useState<State>({ kind: embedding ? 'entering' : 'alone' });
  const pageUserId = useRef<string | null>(null);
  const expired = useStore(currentFailure)?.kind === 'loginExpired';
  const enter = useCallback(() => {
    if (!embedding) return;
    const previousUserId = pageUserId.current;
    enterEmbedding(embedding, previousUserId).then(
      (userId) => {
        pageUserId.current = userId;
        currentFailure.set((current) => (current?.kind === 'loginExpired' ? null : current));
        setEntry({ kind: 'entered', error: null, isRunning: false });
        if (previousUserId !== null) void queryClient.invalidateQueries();
      },
      (error: unknown) => {
        if (error instanceof EmbeddedUserChanged) browserPage.reload();
        setEntry(previousUserId === null ? { kind: 'failed', error } : { kind: 'entered', error, isRunning: false });
      },
    );
  }, [embedding]);
  useEffect(enter, [enter]);
  useEffect(() => {
    if (expired) enter();
  }, [expired, enter]);
  const retry = () => {
    setEntry((current) => (current.kind === 'entered' ? { ...current, isRunning: true } : { kind: 'entering' }));
    enter();
  };
  return { ...entry, search: initial.search, retry };
};

const reasonOf = (t: Translate<keyof typeof texts.zh>, error: unknown): string => {
  if (error instanceof NoEmbeddingCode) return t('noCode');
  if (error instanceof EmbedderUnknown) return t('notNamed');
  if (error instanceof EmbeddedUserChanged) return t('somebodyElse');
  return error instanceof ApiError ? error.message : String(error);
};

/**
 * Shown while the page signs in; a refusal is shown here with its reason. There is no login form, because users do not
 * type passwords into a page of another site.
 */
export const EmbeddedEntry = ({ entry }: { entry: EmbeddedEntryState }) => {
  const t = useTexts(texts);
  if (entry.kind !== 'failed')
    return (
      <div className="page-state">
        <Spinner size={32} aria-label={t('entering')} />
      </div>
    );
  return (
    <EmptyState
      icon={<Offline size={28} />}
      title={t('failed')}
      actions={<Button icon={<Refresh />} text={t('again')} onClick={entry.retry} />}
    >
      {reasonOf(t, entry.error)}
    </EmptyState>
  );
};

/** Shown above a page that was open for an hour and could not sign in again; unsaved input stays there. */
export const EmbeddedRetryNotice = ({ entry }: { entry: EmbeddedEntryState }) => {
  const t = useTexts(texts);
  if (entry.kind !== 'entered' || entry.error === null) return null;
  return (
    <AppDialog
      title={t('ended')}
      width={400}
      role="alertdialog"
      canEscapeKeyClose={false}
      onClose={entry.retry}
      footer={
        <Button
          className="push"
          intent="primary"
          icon={<Refresh />}
          text={t('again')}
          loading={entry.isRunning}
          onClick={entry.retry}
        />
      }
    >
      <div className="stack">
        <div className="strong">{reasonOf(t, entry.error)}</div>
        <div className="secondary dense">{t('kept')}</div>
      </div>
    </AppDialog>
  );
};

/** What the address of an embedded page says about the page around it (CF-008). */
const PARENT_PAGE_PARAMS = [`is${PRODUCT}`, 'origin', 'unitCode', 'testUnitId', 'unitName'];

/**
 * Keeps an embedded page at addresses that can be embedded: each carries the embedding parameters of the first one,
 * because the browser decides by the address alone whether the frame may be loaded again. Other addresses lead to the
 * list.
 */
export const EmbeddedAddress = ({ initialSearch, isEmbeddable }: { initialSearch: string; isEmbeddable: boolean }) => {
  const { pathname, search, hash, state } = useLocation();
  const [initialParams, params] = [new URLSearchParams(initialSearch), new URLSearchParams(isEmbeddable ? search : '')];
  const missing = PARENT_PAGE_PARAMS.filter(
    (name) => initialParams.has(name) && params.get(name) !== initialParams.get(name),
  );
  if (isEmbeddable && missing.length === 0) return null;
  for (const name of missing) params.set(name, initialParams.get(name) ?? '');
  return (
    <Navigate
      to={`${isEmbeddable ? pathname : PUBLIC_LIST}?${params}${isEmbeddable ? hash : ''}`}
      state={state}
      replace
    />
  );
};
