import { Button, ButtonGroup } from '@blueprintjs/core';
import { ChevronDown, ChevronUp, Document, Draw, History, Print } from '@blueprintjs/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import {
  type ActionName,
  type ConsignmentView,
  getAllowedActions,
  getConsingInfo,
  getPrintConsignInfoList,
  type UnitConfig,
} from '#contract';
import { isReceived } from '#domain/report';
import { CONSIGN_STATUS, CONSIGN_TYPE } from '#events';
import { openAlertDialog } from '../../components/alert-dialog.js';
import { Card } from '../../components/field.js';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState, ErrorState, LoadingPage } from '../../components/page-states.js';
import { StatusTag } from '../../components/status-tag.js';
import { ConsignmentFacts, OrganisationFacts } from '../../consignment/consignment-facts.js';
import { auditPath, historyPath, INCOMING_LIST } from '../../lib/paths.js';
import { invalidateConsignments } from '../../consignment/actions.js';
import { useTexts } from '../../i18n/texts.js';
import { embeddingOrigin } from '../../lib/embedding-origin.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { isTestingUnit, useUser } from '../../lib/session.js';
import { useFeatureCommands } from '../../lib/feature-commands.js';
import { useViewTitle } from '../../lib/view.js';
import { AuditSamples } from './audit-samples.js';
import './audit.css';
import { runAutomaticChecks } from './automatic-checks.js';
import { DecisionPanel, SyncButton } from './decision-panel.js';
import { openNextPreference, type QueueRow, useQueue } from './queue.js';
import { texts } from './texts.js';
import { useLabDecisions, type LabDecision } from './use-lab-decisions.js';

/** pageSource 4: the audit view; without it the page is read-only (CF-007, ROLE-008). */
const AUDIT_SOURCE = '4';
/** The task of the laboratory in a status; in any other status it only views the consignment. */
const STAGES: Partial<Record<number, 'audit' | 'receive'>> = {
  [CONSIGN_STATUS.underAudit]: 'audit',
  [CONSIGN_STATUS.awaitingSamples]: 'receive',
};
/** What other features contribute to the audit view. */
export type AuditSlots = {
  /** The form of one sample: read-only, or to complete what was left to the laboratory (TID-008). */
  SampleForm: ComponentType<{
    host: {
      consignId: string;
      consignType: number;
      consignStatus: number;
      pageSource?: number;
      revision: number;
      testUnitId: string | null;
      projectId: string | null;
      qualificationName: string;
      testUnitConfig: UnitConfig;
      mayLeaveToLab: boolean;
    };
    sampleId: string;
    readOnly: boolean;
    onClose(): void;
    onSaved(): Promise<unknown>;
    onStale(): void;
  }>;
  /** Attachments, those of the laboratory's system, signature images. */
  Attachments: ComponentType<{ view: ConsignmentView; editable: boolean; onChanged(): Promise<unknown> }>;
  /** The manual processing of a laboratory once it has the samples. */
  ManualProcessing: ComponentType<{ view: ConsignmentView; reasonAgainst(action: ActionName): string | null }>;
};

const Signatures = ({ view }: { view: ConsignmentView }) => {
  const t = useTexts(texts);
  if (view.buConsignInfoSign.length === 0) return null;
  return (
    <Card title={t('signatures')}>
      <div className="row wide wrap dense">
        {view.buConsignInfoSign.map((entry) => (
          <span key={entry.id} className="row tight">
            <Draw size={14} />
            {t(`sign.${entry.signType}`)}
            <span className="muted">
              {t(entry.status === 1 ? 'signed' : entry.senMsgStatus === 1 ? 'notified' : 'notSigned')}
            </span>
          </span>
        ))}
      </div>
    </Card>
  );
};

const Audit = ({ view, parts }: { view: ConsignmentView; parts: AuditSlots }) => {
  const t = useTexts(texts);
  const user = useUser();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { previewPrint } = useFeatureCommands();
  const [params, setParams] = useSearchParams();
  const [openedAt] = useState(() => new Date());
  const [openNext, setOpenNext] = useState(openNextPreference.get);
  const isAuditView = isTestingUnit(user) && params.get('pageSource') === AUDIT_SOURCE;
  const stage = isAuditView ? (STAGES[view.consignStatus] ?? 'view') : 'view';
  useViewTitle(t(`tab.${stage}`, { code: view.consignCode }));

  const allowed = useQuery({ ...queryOptionsOf(getAllowedActions, { id: view.id }), enabled: isAuditView });
  const sampleDetails = useQuery({
    ...queryOptionsOf(getPrintConsignInfoList, { ids: view.id }),
    meta: { quiet: true },
  });
  // A laboratory's system shows one consignment, not our queue.
  const queue = useQueue(isAuditView && embeddingOrigin.get() === null, view.id);
  const decisions = useLabDecisions(view);
  const details = sampleDetails.data?.[0]?.samples ?? [];
  const checks = useMemo(
    () =>
      sampleDetails.isPending
        ? 'pending'
        : sampleDetails.isError
          ? 'failed'
          : runAutomaticChecks(view, sampleDetails.data[0]?.samples ?? [], openedAt),
    [sampleDetails.isPending, sampleDetails.isError, sampleDetails.data, view, openedAt],
  );

  /** Raw material and appointments have different addresses. */
  const openConsignment = (row: QueueRow | null) => {
    if (!row) return;
    if ((row.consignType === CONSIGN_TYPE.rawMaterial) !== (view.consignType === CONSIGN_TYPE.rawMaterial))
      void navigate(auditPath(row.id, row.consignType));
    else
      setParams((current) => {
        current.set('id', row.id);
        current.set('consignType', String(row.consignType));
        current.delete('sample');
        return current;
      });
  };
  /** The auditor must confirm a standard that is no longer in force; without the samples nothing is passed. */
  const acceptsExpired = async (): Promise<boolean> => {
    const { data, error } = sampleDetails.data ? sampleDetails : await sampleDetails.refetch();
    if (!data) {
      void openAlertDialog({ title: t('checkFailed'), message: error?.message ?? '' });
      return false;
    }
    const samples = data[0]?.samples ?? [];
    const expired = runAutomaticChecks(view, samples, openedAt).findings.find(({ check }) => check === 'standards');
    return (
      !expired ||
      openAlertDialog({
        title: t('expiredTitle'),
        message: t('expiredText', { codes: expired.about }),
        confirm: t('passExpired'),
        cancel: t('backFromExpired'),
        intent: 'warning',
      })
    );
  };
  const decide = async (decision: LabDecision, opinion: string) => {
    const next = queue?.next ?? null;
    if (decision === 'pass' && !(await acceptsExpired())) return;
    if (!(await decisions.run(decision, opinion))) return;
    void queries.invalidateQueries({ queryKey: [getPrintConsignInfoList.name] });
    if (openNext && next && (decision === 'pass' || decision === 'reject')) openConsignment(next);
  };
  const refresh = async () => {
    await Promise.all([
      invalidateConsignments(),
      queries.invalidateQueries({ queryKey: [getPrintConsignInfoList.name] }),
    ]);
  };
  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || !queue || params.has('sample'))
        return;
      event.preventDefault();
      openConsignment(event.key === 'ArrowUp' ? queue.previous : queue.next);
    };
    window.addEventListener('keydown', step);
    return () => window.removeEventListener('keydown', step);
  });

  const openSample = (sample: string | null) =>
    setParams((current) => {
      current.delete('sample');
      if (sample) current.set('sample', sample);
      return current;
    });
  const sampleId = params.get('sample');

  const reasonAgainst = (action: ActionName) => {
    const allowedAction = allowed.data?.actions.find((candidate) => candidate.action === action);
    return allowedAction?.allowed ? null : (allowedAction?.reason?.message ?? t('checksRunning'));
  };
  const mayComplete =
    isAuditView && (allowed.data?.actions.find(({ action }) => action === 'completeParameters')?.allowed ?? false);
  const title = t(`${stage}.${view.consignType}`);
  if (sampleId) {
    const {
      id: consignId,
      consignType,
      consignStatus,
      revision,
      testUnitId,
      projectId,
      tuqualificationName: qualificationName,
      testUnitConfig,
    } = view;
    return (
      <parts.SampleForm
        key={sampleId}
        host={{
          consignId,
          consignType,
          consignStatus,
          pageSource: isAuditView ? Number(AUDIT_SOURCE) : 0,
          revision,
          testUnitId,
          projectId,
          qualificationName,
          testUnitConfig,
          mayLeaveToLab: false,
        }}
        sampleId={sampleId}
        readOnly
        onClose={() => openSample(null)}
        onSaved={refresh}
        onStale={() => void refresh()}
      />
    );
  }
  return (
    <>
      <PageHeader
        title={title}
        step={title}
        code={view.consignCode}
        tag={<StatusTag status={view.consignStatus} name={view.consignStatusStr} />}
        actions={
          <>
            {queue && queue.total > 0 && (
              <>
                <span className="aux muted numeric only-wide">
                  {queue.position > 0
                    ? t('queue', { n: queue.position, total: queue.total })
                    : t('waiting', { total: queue.total })}
                </span>
                <ButtonGroup variant="outlined">
                  <Button
                    icon={<ChevronUp />}
                    text={t('previous')}
                    title="Alt ↑"
                    disabled={!queue.previous}
                    onClick={() => openConsignment(queue.previous)}
                  />
                  <Button
                    endIcon={<ChevronDown />}
                    text={t('next')}
                    title="Alt ↓"
                    disabled={!queue.next}
                    onClick={() => openConsignment(queue.next)}
                  />
                </ButtonGroup>
              </>
            )}
            {isAuditView && embeddingOrigin.get() === null && <SyncButton view={view} />}
            {embeddingOrigin.get() === null && (
              <Button
                variant="minimal"
                icon={<History />}
                text={t('history')}
                onClick={() => void navigate(historyPath(view.id))}
              />
            )}
            <Button variant="minimal" icon={<Print />} text={t('pdf')} onClick={() => previewPrint([view.id])} />
          </>
        }
      />
      <div className="page-body audit-layout">
        <div className="audit-sent stack">
          <Card title={t('organisation')} extra={<span className="aux muted">{t('readOnly')}</span>}>
            <OrganisationFacts view={view} />
          </Card>
          <Card title={t('basic')}>
            <ConsignmentFacts view={view} />
          </Card>
          <AuditSamples view={view} details={details} mayComplete={mayComplete} onOpen={openSample} />
          <parts.Attachments view={view} editable={false} onChanged={refresh} />
          <Signatures view={view} />
        </div>
        {isAuditView && (
          <DecisionPanel
            key={`${view.id}-${view.consignStatus}`}
            view={view}
            allowed={allowed.data?.actions ?? null}
            checks={checks}
            running={decisions.running}
            openNext={openNext}
            hasNext={queue !== null && queue.next !== null}
            onOpenNext={(open) => {
              openNextPreference.set(open);
              setOpenNext(open);
            }}
            onComplete={openSample}
            onDecision={(decision, opinion) => void decide(decision, opinion)}
            manualProcessing={
              isReceived(view.consignStatus) ? (
                <parts.ManualProcessing view={view} reasonAgainst={reasonAgainst} />
              ) : null
            }
          />
        )}
      </div>
      {!isAuditView && (
        <div className="form-footer">
          <Button className="push" text={t('toList')} onClick={() => void navigate(INCOMING_LIST)} />
        </div>
      )}
    </>
  );
};

/** The audit view of a consignment at auditConsignInfo. */
export const AuditPage = ({ parts }: { parts: AuditSlots }) => {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const consignment = useQuery({
    ...queryOptionsOf(getConsingInfo, { id }),
    enabled: id !== '',
    meta: { quiet: true },
  });
  if (id === '')
    return (
      <>
        <PageHeader />
        <EmptyState
          icon={<Document size={28} />}
          title={t('missingIdTitle')}
          actions={<Button intent="primary" text={t('toList')} onClick={() => void navigate(INCOMING_LIST)} />}
        >
          {t('missingId')}
        </EmptyState>
      </>
    );
  if (consignment.data) return <Audit key={consignment.data.id} view={consignment.data} parts={parts} />;
  return (
    <>
      <PageHeader />
      {consignment.isError ? (
        <ErrorState title={t('loadFailed')} error={consignment.error} onRetry={() => void consignment.refetch()} />
      ) : (
        <LoadingPage />
      )}
    </>
  );
};
