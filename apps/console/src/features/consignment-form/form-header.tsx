import { Button } from '@blueprintjs/core';
import { Error as ErrorIcon, History, Manual, Print } from '@blueprintjs/icons';
import { useNavigate } from 'react-router-dom';
import type { ConsignmentView } from '#contract';
import { PageHeader } from '../../components/page-header.js';
import { StatusTag } from '../../components/status-tag.js';
import { historyPlace, listPlace } from '../../consignment/places.js';
import { useTexts } from '../../i18n/texts.js';
import { embeddedIn } from '../../lib/embedded-in.js';
import { dateTime } from '../../lib/format.js';
import { useVerbs } from '../../lib/verbs.js';
import { useViewParent, useViewTitle } from '../../lib/view.js';
import { texts as draftTexts } from './drafts/texts.js';
import { kindOf } from './form-values.js';
import { texts } from './texts.js';

const useTitle = (view: ConsignmentView, editing: boolean): string => {
  const t = useTexts(texts);
  const kind = kindOf(view.consignType);
  return !editing ? t(`view.${kind}`) : view.isSaved ? t(`edit.${kind}`) : t(`new.${kind}`);
};

/** The tab says which consignment it is, of the form and of the forms of its samples. */
export const useFormTab = (view: ConsignmentView, editing: boolean): void => {
  const t = useTexts(texts);
  const title = useTitle(view, editing);
  const code = view.consignCode;
  useViewParent(listPlace(view.consignType));
  useViewTitle(code ? t(editing ? 'editTab' : 'viewTab', { code }) : title);
};

/** Title with code and status; history, document and receiving requirements. */
export const FormHeader = ({
  view,
  editing,
  isDirty = false,
  keptAt = null,
  onRequirements,
}: {
  view: ConsignmentView;
  editing: boolean;
  isDirty?: boolean;
  keptAt?: string | null;
  onRequirements(): void;
}) => {
  const t = useTexts(texts);
  const drafts = useTexts(draftTexts);
  const navigate = useNavigate();
  const { previewPrint } = useVerbs();
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
              title={keptAt ? drafts('keptAt', { time: dateTime(keptAt).slice(11, 16) }) : undefined}
            >
              {t('unsaved')}
              {keptAt && (
                <span className="only-wide">{drafts('keptAt', { time: dateTime(keptAt).slice(11, 16) })}</span>
              )}
            </span>
          )}
          {view.isSaved && embeddedIn.get() === null && (
            <Button
              variant="minimal"
              icon={<History />}
              text={t('history')}
              onClick={() => void navigate(historyPlace(view.id))}
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

/** Why it came back, in red, or what is to be corrected: the statuses that have a reason (CL-008, CL-014, CL-031). */
export const RollbackNote = ({ view, editing }: { view: ConsignmentView; editing: boolean }) => {
  const t = useTexts(texts);
  if (view.consignStatus === 50 && editing) return <div className="note info">{t('savingReopens')}</div>;
  if (![40, 70, 90].includes(view.consignStatus) || !view.rollbackCause) return null;
  const asked = view.consignStatus === 70;
  return (
    <div className={`note ${asked ? 'warning' : 'danger'}`}>
      <ErrorIcon size={14} />
      <span>
        <b>{t(asked ? 'correction' : 'rejected')}</b>　{view.rollbackCause}
        {editing && <span className="secondary">　{t('editableAgain')}</span>}
      </span>
    </div>
  );
};
