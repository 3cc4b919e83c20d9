import { Button, Tag } from '@blueprintjs/core';
import type { ConsignmentView } from '#contract';
import { catalogueNameOf } from '#domain/catalogue';
import { CONSIGN_TYPE } from '#events';
import { AppDialog } from '../../components/app-dialog.js';
import { orDash } from '../../components/data-table.js';
import { openDialog } from '../../components/dialogs.js';
import { ReadOnlyFields } from '../../components/field.js';
import { Money } from '../../components/money.js';
import { ConsignmentFacts, itemStructure, UnprintedNote } from '../../consignment/consignment-facts.js';
import { displayedFee, showsSampleFees } from '../../consignment/statuses.js';
import { useTexts } from '../../i18n/texts.js';
import { consignmentKind } from './form-values.js';
import { texts } from './texts.js';

/** DG-009: everything that is about to be submitted, one block per sample. */
const SubmitPreview = ({ view, onDone }: { view: ConsignmentView; onDone(confirmed: boolean): void }) => {
  const t = useTexts(texts);
  const fee = displayedFee(view);
  const rawMaterial = view.consignType === CONSIGN_TYPE.rawMaterial;
  return (
    <AppDialog
      title={t(`preview.${consignmentKind(view.consignType)}`)}
      width={900}
      onClose={() => onDone(false)}
      onConfirm={() => onDone(true)}
      footer={
        <>
          {fee && (
            <>
              <span className="dense secondary">{t('estimatedTotal')}</span>
              <b className="numeric fee-sum">
                <Money amount={fee.amount} />
              </b>
              <span className="dense secondary">{t('yuan')}</span>
            </>
          )}
          <Button className="push" text={t('recheck')} onClick={() => onDone(false)} />
          <Button intent="primary" text={t('confirmSubmit')} onClick={() => onDone(true)} />
        </>
      }
    >
      <div className="stack">
        <UnprintedNote of={view} />
        <ConsignmentFacts view={view} columns={4} withTestUnit />
        {view.samples.map((sample, index) => (
          <section key={sample.id} className="preview-sample">
            <header className="row">
              <b>
                {index + 1}　{rawMaterial ? sample.testUnitSampleName : catalogueNameOf(sample)}
              </b>
              {sample.isTestUnitConfirmTestParam && <Tag minimal>{t('byInstitution')}</Tag>}
              <span className="aux muted ellipsis">{sample.sampleNameLink}</span>
            </header>
            <ReadOnlyFields
              columns={4}
              items={[
                ...(rawMaterial
                  ? ([
                      [t('specification'), sample.specificationType],
                      [
                        t('groups'),
                        <span key="groups" className="numeric">
                          {sample.testGroupCount}
                        </span>,
                      ],
                      [t('purpose'), sample.projectOrPurpose],
                    ] as const)
                  : ([
                      [t('structure'), itemStructure(sample)],
                      [t('pile'), sample.testPart],
                    ] as const)),
                ...(showsSampleFees(view)
                  ? ([
                      [
                        t('estimatedFee'),
                        sample.isTestUnitConfirmTestParam ? (
                          t('undetermined')
                        ) : (
                          <Money key="fee" amount={sample.totalFee} />
                        ),
                      ],
                    ] as const)
                  : []),
                [
                  t('parameters'),
                  sample.isTestUnitConfirmTestParam ? t('leftToLab') : orDash(sample.testParams || sample.paramText),
                  4,
                ],
              ]}
            />
          </section>
        ))}
      </div>
    </AppDialog>
  );
};

/** Shows the preview; true if the user goes on to submit. */
export const previewSubmission = (view: ConsignmentView): Promise<boolean> =>
  openDialog<boolean>((settle) => <SubmitPreview view={view} onDone={settle} />);
