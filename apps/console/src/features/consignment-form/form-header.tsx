import { Button } from '@blueprintjs/core';
import { Error as ErrorIcon, History, Manual, Print } from '@blueprintjs/icons';
import type { ConsignmentView } from '#contract';
import { PageHeader } from '../../components/page-header.js';
import { StatusTag } from '../../components/status-tag.js';
import { useTexts } from '../../i18n/texts.js';
import { useVerbs } from '../../lib/verbs.js';
import { useViewTitle } from '../../lib/view.js';
import { kindOf } from './form-values.js';
import { texts } from './texts.js';

/** Title with code and status; log, document and receiving requirements. */
export const FormHeader = ({ view, editing, isDirty = false, onRequirements }: { view: ConsignmentView; editing: boolean; isDirty?: boolean; onRequirements(): void }) => {
  const t = useTexts(texts);
  const { showLog, openPdf } = useVerbs();
  const kind = kindOf(view.consignType);
  const code = view.consignCode;
  const title = !editing ? t(`view.${kind}`) : view.isSaved ? t(`edit.${kind}`) : t(`new.${kind}`);
  useViewTitle(code ? t(editing ? 'editTab' : 'viewTab', { code }) : title);
  return (
    <PageHeader
      title={title} {...(code ? { code } : {})} tag={<StatusTag status={view.consignStatus} name={view.consignStatusStr} />}
      actions={<>
        {isDirty && <span className="unsaved">{t('unsaved')}</span>}
        {view.isSaved && <Button variant="minimal" icon={<History />} text={t('history')} onClick={() => showLog({ id: view.id, code })} />}
        {view.samples.length > 0 && <Button variant="minimal" icon={<Manual />} text={t('requirements')} onClick={onRequirements} />}
        {view.isSaved && view.samples.length > 0 && <Button variant="minimal" icon={<Print />} text={t('pdf')} onClick={() => void openPdf([view.id])} />}
      </>}
    />
  );
};

/** Why it came back, in red, for the two statuses that have a reason (CL-008, CL-014). */
export const RollbackNote = ({ view, editing }: { view: ConsignmentView; editing: boolean }) => {
  const t = useTexts(texts);
  if (view.consignStatus === 50 && editing) return <div className="note info">{t('savingReopens')}</div>;
  if ((view.consignStatus !== 40 && view.consignStatus !== 90) || !view.rollbackCause) return null;
  return <div className="note danger"><ErrorIcon size={14} /><span><b>{t('rejected')}</b>　{view.rollbackCause}{editing && <span className="secondary">　{t('editableAgain')}</span>}</span></div>;
};
