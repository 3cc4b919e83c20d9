import { Button, Switch } from '@blueprintjs/core';
import { Chat, Code, EyeOpen, History } from '@blueprintjs/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { HistoryState } from '#contract';
import { ROLE } from '#events';
import { Empty, Failed, LoadingPage } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { ApiError } from '../../lib/api-error.js';
import { dateTime } from '../../lib/format.js';
import { hasRole, useUser } from '../../lib/session.js';
import { ChangeList } from './change-list.js';
import { ContentThen } from './content-then.js';
import { proofOf, stateOf } from './history-queries.js';
import { changedWords, MomentHead } from './moment-head.js';
import { ChainLine } from './proof.js';
import { askForPersons } from './persons.dialog.js';
import { showRecord } from './record.dialog.js';
import { texts } from './texts.js';
import type { Against } from './use-place-in-history.js';

type Props = {
  id: string;
  code: string;
  revision: number;
  head: number;
  against: Against;
  sentBack: readonly number[];
  onGo(revision: number): void;
  onCompare(against: Against): void;
};

/** One moment: head, what changed or the whole content, and its place in the chain. The part that is printed. */
export const MomentPanel = ({ id, code, revision, head, against, sentBack, onGo, onCompare }: Props) => {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const isAuditor = hasRole(useUser(), ROLE.auditor);
  const { data: state, isError, error, refetch, isPlaceholderData } = useQuery(stateOf(id, revision, against));
  const { data: proof } = useQuery(proofOf(id));
  const [changesOnly, setChangesOnly] = useState(true);
  useEffect(() => {
    // The next step is there before it is asked for.
    for (const next of [revision - 1, revision + 1])
      if (state && next >= state.first && next <= state.head) void queries.prefetchQuery(stateOf(id, next, against));
  }, [queries, id, revision, against, state]);
  if (error instanceof ApiError && error.code === 'NO_SUCH_REVISION')
    return <NotShown message={error.message} onLatest={() => onGo(head)} />;
  if (isError)
    return (
      <div className="history-moment">
        <Failed title={t('stateFailed')} error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!state)
    return (
      <div className="history-moment">
        <LoadingPage />
      </div>
    );
  const showsAll = !changesOnly || !state.against;
  return (
    <div className={`history-moment history-sheet${isPlaceholderData ? ' reloading' : ''}`}>
      <div className="only-printed">
        <h1>
          {t('title')}　{code}
        </h1>
        {proof && (
          <p className="aux">
            {proof.broken ? t('broken', { n: proof.broken.revision + 1 }) : t('proven', { n: proof.events })}
            {'　'}
            {t('checkedAt', { at: dateTime(proof.verifiedAt) })}
          </p>
        )}
      </div>
      <MomentHead
        state={state}
        revision={revision}
        against={against}
        sentBack={sentBack}
        onGo={onGo}
        onCompare={onCompare}
      />
      <section className="card moment-content">
        <div className="card-head">
          <h2>{t('content')}</h2>
          <div className="row wide push">
            {state.against && (
              <Switch
                className="changes-only"
                label={t('changesOnly')}
                checked={changesOnly}
                onChange={(event) => setChangesOnly(event.currentTarget.checked)}
              />
            )}
            {isAuditor && (
              <Button
                size="small"
                variant="minimal"
                icon={<EyeOpen />}
                text={t('persons')}
                onClick={() => askForPersons(id, state.moment.revision)}
              />
            )}
            <Button
              size="small"
              variant="minimal"
              icon={<Code />}
              text={t('record')}
              onClick={() => showRecord(id, state.moment.revision)}
            />
          </div>
        </div>
        <div className="card-body">
          {state.answers && <Answers answers={state.answers} onGo={onGo} />}
          {showsAll ? (
            <ContentThen state={state} changes={state.changes} />
          ) : (
            <Changes state={state} against={against} />
          )}
          <ChainLine state={state} proof={proof} />
        </div>
      </section>
    </div>
  );
};

/** An old link, or one from somebody who is shown more. */
const NotShown = ({ message, onLatest }: { message: string; onLatest(): void }) => {
  const t = useTexts(texts);
  return (
    <div className="history-moment">
      <Empty
        icon={<History size={28} />}
        title={message}
        actions={<Button intent="primary" text={t('toLatest')} onClick={onLatest} />}
      >
        {t('notShownText')}
      </Empty>
    </div>
  );
};

const Changes = ({ state, against }: { state: HistoryState; against: Against }) => {
  const t = useTexts(texts);
  return state.changes.length === 0 ? (
    <p className="muted dense no-changes">{changedWords(state, against, t)}</p>
  ) : (
    <ChangeList changes={state.changes} />
  );
};

/** The remark of the audit that led to this edit. */
const Answers = ({
  answers,
  onGo,
}: {
  answers: NonNullable<HistoryState['answers']>;
  onGo(revision: number): void;
}) => {
  const t = useTexts(texts);
  const n = answers.revision + 1;
  return (
    <p className="answers dense">
      <Chat size={14} />
      <span className="grow">
        <span className="secondary">
          {t('answers', { n, who: answers.userName, at: dateTime(answers.at).slice(5, 16) })}
        </span>
        {answers.remark}
      </span>
      <Button
        size="small"
        variant="minimal"
        intent="primary"
        text={t('look', { n })}
        onClick={() => onGo(answers.revision)}
      />
    </p>
  );
};
