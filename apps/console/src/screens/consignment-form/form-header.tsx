import { Button } from '@blueprintjs/core';
import { Error as ErrorIcon, History, Manual, Print, Refresh, TickCircle } from '@blueprintjs/icons';
import { useNavigate } from 'react-router-dom';
import type { ConsignmentView } from '#contract';
import { CONSIGN_STATUS } from '#events';
import { Money } from '../../components/money.js';
import { PageHeader } from '../../components/page-header.js';
import { StatusTag } from '../../components/status-tag.js';
import { historyPath, listPath } from '../../lib/paths.js';
import { type Fee, STATUSES_WITH_REASON } from '../../consignment/statuses.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { embeddingOrigin } from '../../lib/embedding-origin.js';
import { useFeatureCommands } from '../../lib/feature-commands.js';
import { useViewParent, useViewTitle } from '../../lib/view.js';
import { texts as draftTexts } from './drafts/texts.js';
import { consignmentKind } from './form-values.js';
import { texts } from './texts.js';

const useTitle = (view: ConsignmentView, editing: boolean): string => {
  const t = useTexts(texts);
  const kind = consignmentKind(view.consignType);
  return !editing ? t(`view.${kind}`) : view.isSaved ? t(`edit.${kind}`) : t(`new.${kind}`);
};

/** Puts the code of the consignment into the title of the tab, for the form and for the forms of its samples. */
export const useFormTab = (view: ConsignmentView, editing: boolean): void => {
  const t = useTexts(texts);
  const title = useTitle(view, editing);
  const code = view.consignCode;
  useViewParent(listPath(view.consignType));
  useViewTitle(code ? t(editing ? 'editTab' : 'viewTab', { code }) : title);
};

/** Title with code and status; history, document and receiving requirements. */
export const FormHeader = ({
  view,
  editing,
  isDirty = false,
  savedAt = null,
  onRequirements,
}: {
  view: ConsignmentView;
  editing: boolean;
  isDirty?: boolean;
  savedAt?: string | null;
  onRequirements(): void;
}) => {
  const t = useTexts(texts);
  const drafts = useTexts(draftTexts);
  const navigate = useNavigate();
  const { previewPrint } = useFeatureCommands();
  const title = useTitle(view, editing);
  const code = view.consignCode;
  return (
    <PageHeader
      title={title}
      step={title}
      {...(code ? { code } : {})}
      tag={<StatusTag status={view.consignStatus} name={view.consignStatusStr} />}
      actions={
        <>
          {isDirty && (
            <span
              className="unsaved"
              title={savedAt ? drafts('keptAt', { time: dateTime(savedAt).slice(11, 16) }) : undefined}
            >
              {t('unsaved')}
              {savedAt && (
                <span className="only-wide">{drafts('keptAt', { time: dateTime(savedAt).slice(11, 16) })}</span>
              )}
            </span>
          )}
          {view.isSaved && embeddingOrigin.get() === null && (
            <Button
              variant="minimal"
              icon={<History />}
              text={t('history')}
              onClick={() => void navigate(historyPath(view.id))}
            />
          )}
          {view.samples.length > 0 && (
            <Button variant="minimal" icon={<Manual />} text={t('requirements')} onClick={onRequirements} />
          )}
          {view.isSaved && view.samples.length > 0 && (
            <Button variant="minimal" icon={<Print />} text={t('pdf')} onClick={() => previewPrint([view.id])} />
          )}
        </>
      }
    />
  );
};

/** The reason why it came back, in red, or the requested correction. */
export const RejectionNotice = ({ view, editing }: { view: ConsignmentView; editing: boolean }) => {
  const t = useTexts(texts);
  if (view.consignStatus === CONSIGN_STATUS.withdrawn && editing)
    return <div className="note info">{t('savingReopens')}</div>;
  if (!STATUSES_WITH_REASON.includes(view.consignStatus) || !view.rollbackCause) return null;
  const isCorrectionRequested = view.consignStatus === CONSIGN_STATUS.awaitingCorrection;
  return (
    <div className={`note ${isCorrectionRequested ? 'warning' : 'danger'}`}>
      <ErrorIcon size={14} />
      <span>
        <b>{t(isCorrectionRequested ? 'correction' : 'rejected')}</b>　{view.rollbackCause}
        {editing && <span className="secondary">　{t('editableAgain')}</span>}
      </span>
    </div>
  );
};

/** The sum with its label (CF-021). */
export const FeeTotal = ({ fee, onDetail }: { fee: Fee | null; onDetail(): void }) => {
  const t = useTexts(texts);
  if (!fee) return null;
  return (
    <div className="fee-figure">
      <span className="dense secondary">{t(fee.kind === 'actual' ? 'actualTotal' : 'estimatedTotal')}</span>
      <span className="fee-sum numeric">
        <Money amount={fee.amount} />
      </span>
      <span className="dense secondary">{t('yuan')}</span>
      <Button size="small" variant="minimal" intent="primary" text={t('priceDetail')} onClick={onDetail} />
    </div>
  );
};

type Props = {
  fee: Fee | null;
  problems: number;
  running: 'save' | 'submit' | null;
  onDetail(): void;
  onWalk(): void;
  onBack(): void;
  onSave(): void;
  onSubmit(): void;
};

/**
 * Sum, remaining problems, and the actions of the edit mode (CF-006). Copy and delete of samples are at the sample
 * list.
 */
export const FormFooter = ({ fee, problems, running, onDetail, onWalk, onBack, onSave, onSubmit }: Props) => {
  const t = useTexts(texts);
  return (
    <div className="form-footer">
      <FeeTotal fee={fee} onDetail={onDetail} />
      <div className="form-footer__actions">
        {problems > 0 ? (
          <span className="note danger remaining">
            <ErrorIcon size={14} />
            <span>{t('remaining', { count: problems })}</span>
            <button type="button" className="text-link" onClick={onWalk}>
              {t('walk')}
            </button>
          </span>
        ) : (
          <span className="note success remaining">
            <TickCircle size={14} />
            {t('nothingLeft')}
          </span>
        )}
        <Button variant="minimal" text={t('toList')} onClick={onBack} />
        <Button
          text={t('save')}
          endIcon={<span className="key-hint only-wide">Ctrl S</span>}
          loading={running === 'save'}
          disabled={running === 'submit'}
          onClick={onSave}
        />
        <Button
          intent="primary"
          text={t('saveAndSubmit')}
          loading={running === 'submit'}
          disabled={running === 'save'}
          onClick={onSubmit}
        />
      </div>
    </div>
  );
};

/**
 * The testing unit's own system does not respond: local data still work, but data that only it has cannot be chosen
 * (UN-021).
 */
export const LabSystemNotice = ({ error, onAgain }: { error: Error; onAgain(): void }) => {
  const t = useTexts(texts);
  return (
    <div className="note warning" role="alert">
      <span className="grow">
        {error.message}
        <br />
        {t('systemAway')}
      </span>
      <Button size="small" variant="outlined" icon={<Refresh />} text={t('again')} onClick={onAgain} />
    </div>
  );
};
