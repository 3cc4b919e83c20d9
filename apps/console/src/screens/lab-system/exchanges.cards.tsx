import { Button } from '@blueprintjs/core';
import { Error as ErrorIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { checkLabCatalogue, getLabExchanges, type LabCallHealth, type LabExchanges, type RefusedPush } from '#contract';
import { type Column, DataTable } from '../../components/data-table.js';
import { Card } from '../../components/field.js';
import { ErrorState } from '../../components/page-states.js';
import { toastError, toastSuccess } from '../../components/toaster.js';
import { StateMark } from '../../components/state-mark.js';
import { historyPath } from '../../lib/paths.js';
import { useTexts } from '../../i18n/texts.js';
import { type ConnectedUnit, unitQuery } from '../../integration/connected-unit.js';
import { dateTime, recentTime } from '../../lib/china-time.js';
import { logHandledFailure } from '../../lib/failures.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations } from '../../lib/list-query.js';
import { formatCount } from '../../lib/numbers.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { texts } from './texts.js';

/** Target of the link in the tile of pushes. */
export const REFUSED_PUSHES_CARD = 'refused-pushes';
export const SYSTEM_RESPONSES_CARD = 'answers-of-the-system';
const MAX_COLLAPSED_ROWS = 5;

/** Refused pushes of the unit's system, newest first (002 ILIS-006). Nothing if there were none. */
export const RefusedPushesCard = ({ refused }: { refused: readonly RefusedPush[] }) => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const [isExpanded, setIsExpanded] = useState(false);
  if (refused.length === 0) return null;
  const columns: Column<RefusedPush>[] = [
    {
      key: 'push',
      head: t('push'),
      width: 190,
      card: 'title',
      cell: ({ push, consignmentId, consignCode, reportNumber, others }) => (
        <>
          <div className="strong ellipsis">{t(`push.${push}`)}</div>
          <div className="aux muted ellipsis numeric">
            {consignmentId !== null && <Link to={historyPath(consignmentId)}>{consignCode}</Link>}
            {reportNumber !== '' && ` ${reportNumber}`}
            {consignmentId === null && reportNumber === '' && t('nothingNamed')}
            {others > 0 && ` ${t('andOthers', { n: formatCount(others) })}`}
          </div>
        </>
      ),
    },
    {
      key: 'why',
      head: t('why'),
      cell: ({ reason, fields, status }) => (
        <div className="refusal-reason">
          {reason}
          {fields.length > 0 && <span className="mono"> {fields.join(', ')}</span>}
          <span className="aux muted numeric"> {status}</span>
        </div>
      ),
    },
    {
      key: 'key',
      head: t('byKey'),
      width: 120,
      cell: ({ keyName }) => keyName ?? t('bySecret'),
      tooltip: ({ keyName }) => keyName ?? '',
    },
    {
      key: 'at',
      head: t('lastTry'),
      width: 110,
      noEllipsis: true,
      cell: ({ at, times }) => (
        <>
          <div className="numeric">{recentTime(at)}</div>
          {times > 1 && <div className="aux muted">{t('times', { n: formatCount(times) })}</div>}
        </>
      ),
      tooltip: ({ at, firstAt, times }) => (times > 1 ? `${dateTime(firstAt)} – ${dateTime(at)}` : dateTime(at)),
    },
  ];
  return (
    <Card
      id={REFUSED_PUSHES_CARD}
      title={t('refusedPushes')}
      after={wide && <span className="aux muted">{t('refusedPushesHint')}</span>}
      padded={false}
    >
      <div className="roomy-rows">
        <DataTable
          caption={t('refusedPushes')}
          columns={columns}
          rows={isExpanded ? refused : refused.slice(0, MAX_COLLAPSED_ROWS)}
          keyOf={rowKey}
          cards
        />
      </div>
      {refused.length > MAX_COLLAPSED_ROWS && (
        <div className="card-fold">
          <button type="button" className="link-button dense" onClick={() => setIsExpanded(!isExpanded)}>
            {isExpanded ? t('showFewer') : t('showAll', { n: formatCount(refused.length) })}
          </button>
        </div>
      )}
    </Card>
  );
};

const rowKey = ({ push, keyName, code, consignmentId, firstAt, reason }: RefusedPush): string =>
  [push, keyName, code, consignmentId, firstAt, reason].join(' ');

/** Responses of the unit's system to calls of the platform: catalogue, states, reports, messages, bills. */
export const SystemResponsesCard = ({
  unit,
  exchanges,
  error,
  onRetry,
}: {
  unit: ConnectedUnit;
  exchanges: LabExchanges | undefined;
  error: unknown;
  onRetry(): void;
}) => {
  const t = useTexts(texts);
  if (exchanges === undefined)
    return error ? (
      <Card title={t('answers')} padded={false}>
        <ErrorState title={t('answersFailed')} error={error} onRetry={onRetry} />
      </Card>
    ) : null;
  const { system, calls } = exchanges;
  if (system === null && calls.length === 0) return null;
  return (
    <Card
      id={SYSTEM_RESPONSES_CARD}
      title={t('answers')}
      after={<span className="aux muted">{t('answersHint')}</span>}
      extra={system && <CheckCatalogue unit={unit} />}
      padded={false}
    >
      <ul className="readers">
        {system && (
          <li>
            <dl className="answer-facts aux">
              <dt className="muted">{t('systemAddress')}</dt>
              <dd className="mono">{system.address}</dd>
              <dt className="muted">{t('systemCode')}</dt>
              <dd className="mono">{system.code}</dd>
            </dl>
          </li>
        )}
        {calls.map((call) => (
          <CallTag key={call.kind} call={call} />
        ))}
      </ul>
    </Card>
  );
};

/** Reads the catalogue of the unit's system now, and shows the result. */
const CheckCatalogue = ({ unit }: { unit: ConnectedUnit }) => {
  const t = useTexts(texts);
  const [isAsking, setIsAsking] = useState(false);
  const check = async () => {
    setIsAsking(true);
    try {
      const { qualifications, rawMaterialCategories, onSiteCategories, sample, ms } = await callOperation(
        checkLabCatalogue,
        { query: unitQuery(unit) },
      );
      const counts = { qualifications: formatCount(qualifications), ms: formatCount(ms) };
      const categories = formatCount(rawMaterialCategories + onSiteCategories);
      if (sample === null) toastError(t('catalogueWithoutSamples', { ...counts, categories }));
      else
        toastSuccess(
          t('catalogueAnswers', {
            ...counts,
            categories,
            name: sample.name,
            parameters: formatCount(sample.parameters),
          }),
        );
    } catch (error) {
      logHandledFailure(error);
      toastError(error instanceof Error ? error.message : String(error));
    }
    setIsAsking(false);
    await invalidateOperations(getLabExchanges);
  };
  return (
    <Button size="small" variant="minimal" intent="primary" text={t('checkNow')} loading={isAsking} onClick={check} />
  );
};

/** A failing catalogue of the unit's system: since when, how, and what its clients can do meanwhile. */
export const CatalogueProblem = ({ unit, call }: { unit: ConnectedUnit; call: LabCallHealth }) => {
  const t = useTexts(texts);
  const failureText = useFailureText();
  return (
    <div className="trouble" role="alert">
      <ErrorIcon size={16} />
      <span className="trouble-text">
        <b>{t('catalogueFailsSince', { at: recentTime(call.failingSince ?? call.lastAt), how: failureText(call) })}</b>
        {t('catalogueStops')}
      </span>
      <CheckCatalogue unit={unit} />
    </div>
  );
};

const CallTag = ({ call }: { call: LabCallHealth }) => {
  const t = useTexts(texts);
  const failureText = useFailureText();
  const { kind, lastMs, lastStatus, successAt, failureAt, failingSince } = call;
  return (
    <li>
      <div className="row dense">
        <span className="strong ellipsis">{t(`asked.${kind}`)}</span>
        <span className="push nowrap">
          <StateMark mark={failingSince === null ? 'ok' : 'failed'}>
            {failingSince === null ? t('answersWell') : t('failsSince', { at: recentTime(failingSince) })}
          </StateMark>
        </span>
      </div>
      <dl className="answer-facts aux">
        <dt className="muted">{t('lastAnswer')}</dt>
        <dd className="numeric">
          {lastStatus === null ? t('noAnswer') : lastStatus} · {formatCount(lastMs)} ms
        </dd>
        <dt className="muted">{t('lastSuccess')}</dt>
        <dd className="numeric">{successAt === null ? t('never') : recentTime(successAt)}</dd>
        <dt className="muted">{t('lastFailure')}</dt>
        <dd className="numeric">{failureAt === null ? t('never') : `${recentTime(failureAt)} ${failureText(call)}`}</dd>
      </dl>
    </li>
  );
};

/** Why the newest failed call failed. */
export const useFailureText = (): ((call: LabCallHealth) => string) => {
  const t = useTexts(texts);
  return ({ failure, failureStatus }) => {
    if (failure === null) return '';
    const failureLabel = t(failure === 'content' ? 'unreadable' : `call.failure.${failure}`);
    return failure === 'status' && failureStatus !== null ? `${failureLabel} ${failureStatus}` : failureLabel;
  };
};
