import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { ConsignmentView } from '#contract';
import { CONSIGN_TYPE } from '#events';
import { Card } from '../../components/field.js';
import { ConsignmentFacts, OrganisationFacts } from '../../consignment/consignment-facts.js';
import { displayedFee, showsSampleFees } from '../../consignment/statuses.js';
import { useTexts } from '../../i18n/texts.js';
import { isClient, useUser } from '../../lib/session.js';
import { useUnsaved } from '../../lib/view.js';
import { UneditableDraft, ChangedByOthersNotice } from './drafts/drafts.js';
import { FeeTotal, FormHeader, RejectionNotice, useFormTab } from './form-header.js';
import { listPathOf } from './form-values.js';
import type { FormSlots } from './parts.js';
import { PriceDetailDialog } from './price-detail.dialog.js';
import { useSampleHost } from './sample-host.js';
import { SampleList } from './samples-section.js';
import { texts } from './texts.js';

/** The read-only consignment: a description list, never disabled inputs. */
const ReadOnlyConsignment = ({ view, onOpen }: { view: ConsignmentView; onOpen(sampleId: string): void }) => {
  const t = useTexts(texts);
  const rawMaterial = view.consignType === CONSIGN_TYPE.rawMaterial;
  const groups = view.samples.reduce((sum, sample) => sum + sample.testGroupCount, 0);
  return (
    <div className="stack">
      <Card title={t('organisation')} extra={<span className="aux muted">{t('readOnly')}</span>}>
        <OrganisationFacts view={view} />
      </Card>
      <Card title={t('basic')}>
        <ConsignmentFacts view={view} />
      </Card>
      <Card
        padded={false}
        title={t(rawMaterial ? 'samples' : 'testItems')}
        after={
          <span className="aux muted numeric">
            {rawMaterial
              ? t('sampleSummary', { count: view.samples.length, groups })
              : t('itemSummary', { count: view.samples.length })}
          </span>
        }
      >
        <SampleList
          samples={view.samples}
          consignType={view.consignType}
          showsFee={showsSampleFees(view)}
          readOnly
          onOpen={onOpen}
        />
      </Card>
    </div>
  );
};

/**
 * The read-only form, with only viewing actions. `editedRevision`: the revision that this page was editing a moment
 * ago.
 */
export const ViewConsignment = ({
  view,
  editedRevision = null,
  parts,
}: {
  view: ConsignmentView;
  editedRevision?: number | null;
  parts: FormSlots;
}) => {
  const t = useTexts(texts);
  const user = useUser();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<'requirements' | 'prices' | null>(null);
  const sampleId = params.get('sample');
  const host = useSampleHost(view, false);
  // Earlier input is shown below, so nothing would be lost.
  useUnsaved(false);
  useFormTab(view, false);
  const goTo = (sample: string | null) =>
    setParams((current) => {
      current.delete('sample');
      if (sample) current.set('sample', sample);
      return current;
    });
  if (sampleId)
    return (
      <parts.SampleEditor
        key={sampleId}
        host={host}
        sampleId={sampleId}
        readOnly
        onClose={() => goTo(null)}
        onSaved={() => Promise.resolve()}
        onStale={() => undefined}
      />
    );
  return (
    <>
      <FormHeader view={view} editing={false} onRequirements={() => setOpen('requirements')} />
      <div className="page-body scrolls stack">
        {editedRevision !== null && <ChangedByOthersNotice view={view} editedRevision={editedRevision} />}
        {isClient(user) && <UneditableDraft view={view} />}
        <RejectionNotice view={view} editing={false} />
        <ReadOnlyConsignment view={view} onOpen={goTo} />
        <parts.Attachments view={view} editable={false} onChanged={() => Promise.resolve()} />
      </div>
      <div className="form-footer">
        <FeeTotal fee={displayedFee(view)} onDetail={() => setOpen('prices')} />
        <div className="form-footer__actions">
          <Button text={t('toList')} onClick={() => void navigate(listPathOf(view.consignType, user))} />
        </div>
      </div>
      {open === 'prices' && <PriceDetailDialog consignId={view.id} onClose={() => setOpen(null)} />}
      {open === 'requirements' && (
        <parts.RequirementsDialog samples={view.samples} testUnitId={view.testUnitId} onClose={() => setOpen(null)} />
      )}
    </>
  );
};
