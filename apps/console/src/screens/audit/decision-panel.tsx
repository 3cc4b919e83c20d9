import { Button, Checkbox, Spinner, Tag, TextArea } from '@blueprintjs/core';
import { Error as ErrorIcon, Refresh, TickCircle, WarningSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import {
  type ConsignmentView,
  type getAllowedActions,
  getConsignLog,
  type ResultOf,
  syncUpdateConsignInfo,
} from '#contract';
import { messageOf } from '#domain/rules';
import { CONSIGN_STATUS } from '#events';
import { openAlertDialog } from '../../components/alert-dialog.js';
import { REMARK_LENGTH } from '../../components/remark-dialog.js';
import { toastSuccess, toastWarning } from '../../components/toaster.js';
import { invalidateConsignments, markChanged } from '../../consignment/actions.js';
import { language, listSeparator, phraseSeparator } from '../../i18n/language.js';
import { type Texts, useTexts } from '../../i18n/texts.js';
import { shortTime } from '../../lib/china-time.js';
import { reportFailure } from '../../lib/failures.js';
import { callOperation } from '../../lib/http.js';
import { useUnitService } from '../../lib/pre-service.js';
import { queryOptionsOf } from '../../lib/queries.js';
import type { runAutomaticChecks, CheckFinding } from './automatic-checks.js';
import { waitingTimeText } from './queue.js';
import { texts } from './texts.js';
import type { LabDecision } from './use-lab-decisions.js';

/** The steps so far, newest first: who, when, and with which remark. */
const Steps = ({ consignId }: { consignId: string }) => {
  const t = useTexts(texts);
  const log = useQuery({ ...queryOptionsOf(getConsignLog, { consignId }), meta: { quiet: true } });
  if (!log.data || log.data.length === 0) return null;
  return (
    <section className="decision__part">
      <h3>{t('steps')}</h3>
      <ol className="audit-steps">
        {[...log.data].reverse().map((step, index) => (
          <li key={`${step.exeTime}-${index}`}>
            <div className="row tight">
              <span className="strong">{step.nextStep || step.curStep}</span>
              <span className="push aux muted numeric">{shortTime(step.exeTime)}</span>
            </div>
            <div className="aux secondary">{step.exeUserName}</div>
            {step.exeDescription && <div className="dense">{step.exeDescription}</div>}
          </li>
        ))}
      </ol>
    </section>
  );
};

type Allowed = ResultOf<typeof getAllowedActions>['actions'];
type TextKey = typeof texts extends Texts<infer Name> ? Name : never;

/** Actions by status: only those of the status are visible (CF-006, CL-006). */
const ACTIONS: Partial<Record<number, readonly [refuse: LabDecision, accept: LabDecision]>> = {
  [CONSIGN_STATUS.underAudit]: ['reject', 'pass'],
  [CONSIGN_STATUS.awaitingSamples]: ['return', 'confirm'],
};
const NEEDS_REASON: readonly LabDecision[] = ['reject', 'return'];
const PHRASES: Record<number, readonly TextKey[]> = {
  [CONSIGN_STATUS.underAudit]: ['phrase.1', 'phrase.2', 'phrase.3', 'phrase.4'],
  [CONSIGN_STATUS.awaitingSamples]: ['return.1', 'return.2', 'return.3', 'return.4'],
};

/** The opinion with a phrase after it: what separates two phrases stands between them once. */
const withPhrase = (opinion: string, phrase: string): string => {
  const trimmed = opinion.replace(/[\s；;，,、。.]+$/, '').trimStart();
  if (trimmed === '') return phrase;
  if (/[！？：]$/.test(trimmed)) return `${trimmed}${phrase}`;
  return `${trimmed}${/[!?:]$/.test(trimmed) ? ' ' : phraseSeparator()}${phrase}`;
};

const FindingRow = ({ finding, onComplete }: { finding: CheckFinding; onComplete(sampleId: string): void }) => {
  const t = useTexts(texts);
  const { sampleId } = finding;
  const values = { names: finding.about, codes: finding.about };
  return (
    <li className="check-line">
      {finding.kind === 'block' ? (
        <ErrorIcon size={16} className="check-line__block" />
      ) : (
        <WarningSign size={16} className="check-line__warn" />
      )}
      <div className="grow">
        <div className={finding.kind === 'block' ? 'danger-text strong' : ''}>{t(`lack.${finding.check}`, values)}</div>
        <div className="aux muted">{t(finding.check === 'unconfirmed' ? 'byLab' : 'canRemind')}</div>
      </div>
      {sampleId && (
        <Button size="small" variant="outlined" text={t('goComplete')} onClick={() => onComplete(sampleId)} />
      )}
    </li>
  );
};

type Props = {
  view: ConsignmentView;
  allowed: Allowed | null;
  checks: ReturnType<typeof runAutomaticChecks> | 'pending' | 'failed';
  running: LabDecision | null;
  openNext: boolean;
  hasNext: boolean;
  onOpenNext(open: boolean): void;
  onComplete(sampleId: string): void;
  onDecision(decision: LabDecision, opinion: string): void;
  /** Replaces the actions of the decision once the laboratory has the samples. */
  manualProcessing?: ReactNode;
};

/** The decision, always in view (picture 03): checks, opinion with quick phrases, and the actions of the status. */
export const DecisionPanel = ({
  view,
  allowed,
  checks,
  running,
  openNext,
  hasNext,
  onOpenNext,
  onComplete,
  onDecision,
  manualProcessing = null,
}: Props) => {
  const t = useTexts(texts);
  const [openedAt] = useState(() => new Date());
  const [opinion, setOpinion] = useState('');
  const [missing, setMissing] = useState(false);
  const text = useRef<HTMLTextAreaElement>(null);
  const status = view.consignStatus;
  const heading = manualProcessing
    ? 'afterReceipt'
    : status === CONSIGN_STATUS.awaitingSamples
      ? 'receiving'
      : 'decision';
  const actionOf = (decision: LabDecision) => allowed?.find(({ action }) => action === decision);
  // A unit that has disabled confirmation offers neither action (CF-022).
  const actions =
    ACTIONS[status]?.filter((decision) => actionOf(decision)?.reason?.code !== 'CONFIRMATION_SWITCHED_OFF') ?? [];
  const blocked = actions.map(actionOf).find((action) => action && !action.allowed && action.reason)?.reason?.message;
  const write = (value: string) => {
    setMissing(false);
    setOpinion(value.slice(0, REMARK_LENGTH));
  };
  const press = (decision: LabDecision) => {
    const action = actionOf(decision);
    if (action && !action.allowed) return toastWarning(action.reason?.message ?? '');
    if (NEEDS_REASON.includes(decision) && opinion.trim() === '') {
      setMissing(true);
      text.current?.focus();
      return toastWarning(messageOf('REASON_REQUIRED', {}, language()));
    }
    onDecision(decision, opinion);
  };
  const counts =
    typeof checks === 'string'
      ? null
      : {
          block: checks.findings.filter(({ kind }) => kind === 'block').length,
          warn: checks.findings.filter(({ kind }) => kind === 'warn').length,
        };
  const blocks = counts && counts.block > 0 ? t('blocks', { count: counts.block }) : '';
  const warnings = counts && counts.warn > 0 ? t('warnings', { count: counts.warn }) : '';
  const summary = blocks && warnings ? t('blocksAndWarnings', { blocks, warnings }) : blocks || warnings;

  return (
    <aside className="card decision" aria-label={t(heading)}>
      <div className="card-head">
        <h2>{t(heading)}</h2>
        {status === CONSIGN_STATUS.underAudit && view.consignTime && (
          <span className="push aux muted numeric">
            {t('waited', { time: waitingTimeText(view.consignTime, openedAt, t) })}
          </span>
        )}
      </div>
      <div className="decision__body">
        {view.rollbackCause && (status === CONSIGN_STATUS.rejected || status === CONSIGN_STATUS.returned) && (
          <div className="note danger">
            <ErrorIcon size={14} />
            <span>
              <b>{t('rollbackCause')}</b>　{view.rollbackCause}
            </span>
          </div>
        )}
        {(status === CONSIGN_STATUS.underAudit || status === CONSIGN_STATUS.awaitingSamples) && (
          <section className="decision__part">
            <h3>
              {t('checks')}
              <span className="push aux muted">
                {checks === 'pending' ? t('checksRunning') : counts && (summary || t('allPassed'))}
              </span>
            </h3>
            {checks === 'pending' ? (
              <Spinner size={16} />
            ) : checks === 'failed' ? (
              <p className="dense danger-text">{t('checkFailed')}</p>
            ) : (
              <ul className="check-lines">
                {checks.passed.length > 0 && (
                  <li className="check-line">
                    <TickCircle size={16} className="check-line__ok" />
                    <div>
                      <div>{t('passed', { count: checks.passed.length })}</div>
                      <div className="aux muted">
                        {checks.passed.map((check) => t(`check.${check}`)).join(listSeparator())}
                      </div>
                    </div>
                  </li>
                )}
                {checks.findings.map((finding) => (
                  <FindingRow
                    key={`${finding.check}-${finding.sampleId ?? finding.about}`}
                    finding={finding}
                    onComplete={onComplete}
                  />
                ))}
              </ul>
            )}
          </section>
        )}
        {actions.length > 0 && (
          <section className="decision__part">
            <label className="decision__label" htmlFor={`opinion-${view.id}`}>
              <span className="strong">
                {t(status === CONSIGN_STATUS.awaitingSamples ? 'receiptOpinion' : 'opinion')}
              </span>
              <span className="aux muted">
                {t(status === CONSIGN_STATUS.awaitingSamples ? 'returnHint' : 'opinionHint')}
              </span>
              <span className="push aux muted numeric">
                {opinion.length} / {REMARK_LENGTH}
              </span>
            </label>
            <TextArea
              id={`opinion-${view.id}`}
              fill
              inputRef={text}
              rows={3}
              className="decision__opinion"
              intent={missing ? 'danger' : 'none'}
              aria-invalid={missing || undefined}
              maxLength={REMARK_LENGTH}
              value={opinion}
              onChange={(event) => write(event.currentTarget.value)}
            />
            <div className="phrases" role="group" aria-label={t('phrases')}>
              {(PHRASES[status] ?? []).map((phrase) => (
                <Tag key={phrase} minimal interactive onClick={() => write(withPhrase(opinion, t(phrase)))}>
                  {t(phrase)}
                </Tag>
              ))}
            </div>
          </section>
        )}
        {manualProcessing}
        {actions.length === 0 && <Steps consignId={view.id} />}
      </div>
      {!manualProcessing && (
        <div className="decision__actions">
          {blocked && (
            <div className="note danger">
              <ErrorIcon size={14} />
              <span>{blocked}</span>
            </div>
          )}
          {actions.length > 0 ? (
            <div className="row">
              {actions.map((decision) => {
                const refused = actionOf(decision)?.allowed === false;
                const accepts = decision === 'pass' || decision === 'confirm';
                return (
                  <Button
                    key={decision}
                    fill
                    intent={accepts ? 'success' : 'danger'}
                    {...(accepts ? {} : { variant: 'outlined' as const })}
                    text={t(decision)}
                    aria-disabled={refused || undefined}
                    className={refused ? 'waits' : ''}
                    loading={running === decision}
                    disabled={running !== null && running !== decision}
                    onClick={() => press(decision)}
                  />
                );
              })}
            </div>
          ) : (
            <p className="dense secondary">
              {allowed?.find(
                ({ action, reason }) => action === 'confirm' && reason?.code === 'CONFIRMATION_SWITCHED_OFF',
              )?.reason?.message ?? t('nothingToDo', { status: view.consignStatusStr })}
            </p>
          )}
          {status === CONSIGN_STATUS.underAudit && (
            <>
              <p className="aux muted">{t('laterActions')}</p>
              {hasNext && (
                <Checkbox
                  className="check"
                  label={t('openNext')}
                  checked={openNext}
                  onChange={(event) => onOpenNext(event.currentTarget.checked)}
                />
              )}
            </>
          )}
        </div>
      )}
    </aside>
  );
};

/** Asks the laboratory's own system for the status of the consignment (API-025); available only if there is one. */
export const SyncButton = ({ view }: { view: Pick<ConsignmentView, 'id' | 'testUnitId'> }) => {
  const t = useTexts(texts);
  const { isIntegrated } = useUnitService(view.testUnitId);
  const [isAsking, setIsAsking] = useState(false);
  if (!isIntegrated) return null;

  const sync = async () => {
    setIsAsking(true);
    try {
      const { items } = await callOperation(syncUpdateConsignInfo, { body: { ids: [view.id] } });
      const [item] = items;
      if (!item) return;
      if (item.changed.length > 0) markChanged([view.id]);
      if (item.problems.length > 0)
        await openAlertDialog({
          title: t('syncRefused'),
          message: item.problems
            .map(({ part, message }) => t('syncProblem', { part: t(`part.${part}`), message }))
            .join('\n'),
        });
      else if (item.changed.length > 0)
        toastSuccess(t('synced', { parts: item.changed.map((part) => t(`part.${part}`)).join(listSeparator()) }));
      else if (item.isKnown) toastSuccess(t('syncedNothing'));
      else toastWarning(t('syncUnknown'));
    } catch (error) {
      reportFailure(error);
    } finally {
      setIsAsking(false);
      void invalidateConsignments();
    }
  };
  return (
    <Button variant="minimal" icon={<Refresh />} text={t('sync')} loading={isAsking} onClick={() => void sync()} />
  );
};
