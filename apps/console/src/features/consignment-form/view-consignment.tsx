import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { ConsignmentView } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { isClient, useUser } from '../../lib/session.js';
import { useUnsaved } from '../../lib/view.js';
import { feeOf } from '../../consignment/fee.js';
import { LeftTyping } from './drafts/left-typing.js';
import { MovedOn } from './drafts/moved-on.js';
import { FeeFigure } from './form-footer.js';
import { FormHeader, RollbackNote, useFormTab } from './form-header.js';
import { listPathOf } from './list-path.js';
import type { FormParts } from './parts.js';
import { PriceDetailDialog } from './price-detail.dialog.js';
import { ReadOnlyConsignment } from './read-only.js';
import { useSampleHost } from './sample-host.js';
import { texts } from './texts.js';

/** The form where nothing may be changed: no verbs but looking. `editedRevision`: what was open for editing on this page a moment ago. */
export const ViewConsignment = ({
  view,
  editedRevision = null,
  parts,
}: {
  view: ConsignmentView;
  editedRevision?: number | null;
  parts: FormParts;
}) => {
  const t = useTexts(texts);
  const user = useUser();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<'requirements' | 'prices' | null>(null);
  const sampleId = params.get('sample');
  const host = useSampleHost(view, false);
  // What was typed before is kept below, so nothing would be lost any more.
  useUnsaved(false);
  useFormTab(view, false);
  const goTo = (sample: string | null) =>
    setParams((now) => {
      now.delete('sample');
      if (sample) now.set('sample', sample);
      return now;
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
        {editedRevision !== null && <MovedOn view={view} editedRevision={editedRevision} />}
        {isClient(user) && <LeftTyping view={view} />}
        <RollbackNote view={view} editing={false} />
        <ReadOnlyConsignment view={view} onOpen={goTo} />
        <parts.Attachments view={view} editable={false} onChanged={() => Promise.resolve()} />
      </div>
      <div className="form-footer">
        <FeeFigure fee={feeOf(view)} onDetail={() => setOpen('prices')} />
        <div className="form-footer__verbs">
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
