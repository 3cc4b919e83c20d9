import { Button } from '@blueprintjs/core';
import { Layers, Plus } from '@blueprintjs/icons';
import { useState } from 'react';
import { proofOf, type SampleFormMode } from '#domain';
import { Card } from '../../components/field.js';
import { Empty } from '../../components/page-states.js';
import { succeed } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import { ChildSampleDialog } from './child-sample.dialog.js';
import type { SampleHost } from './offer.js';
import { RawMaterialDosage } from './raw-material-dosage.js';
import { RawMaterialTable } from './raw-material-table.js';
import './raw-material.css';
import { texts } from './raw-material.texts.js';
import { ReferenceDialog } from './reference.dialog.js';
import type { SampleAttachments } from './sample-attachments.js';
import type { RawMaterials } from './use-raw-materials.js';

type Props = {
  materials: RawMaterials;
  host: SampleHost;
  mode: SampleFormMode;
  Attachments?: SampleAttachments | undefined;
  onSaved(): Promise<unknown>;
  onStale(): void;
};

/** Section "raw material": what a design is mixed of, in which ratio and dosage (001 RM-001). */
export const RawMaterialSection = ({ materials, host, mode, Attachments, onSaved, onStale }: Props) => {
  const t = useTexts(texts);
  const [citingRow, setCitingRow] = useState<string | null>(null);
  const { rows, offered, offeredFailed } = materials;
  const writing = mode === 'edit';
  const count = (proof: ReturnType<typeof proofOf>) => rows.filter((row) => proofOf(row) === proof).length;
  const hasUsual = rows.length === 0 && offered.some(({ isDefault }) => isDefault);
  const addUsual = () => succeed(t('usualAdded', { count: materials.addUsual() }));
  const isAsked = rows.length > 0 || offered.length > 0 || offeredFailed !== null;

  return (
    <Card
      padded={false}
      title={t('title')}
      after={
        rows.length > 0 && (
          <span className="aux muted numeric">
            {t('summary', {
              count: rows.length,
              tested: count('tested'),
              cited: count('cited'),
              reported: count('reported'),
            })}
          </span>
        )
      }
      extra={
        writing && (
          <Button
            size="small"
            variant="outlined"
            intent="primary"
            icon={<Plus />}
            text={t('add')}
            onClick={materials.add}
          />
        )
      }
    >
      {offeredFailed && writing && (
        <div className="note warning raw-materials__note">
          <span className="grow">{t('offeredFailed')}</span>
          <Button size="small" variant="outlined" text={t('retry')} onClick={offeredFailed} />
        </div>
      )}
      {!isAsked ? (
        <p className="dense muted raw-materials__none">{t(writing ? 'notAsked' : 'none')}</p>
      ) : rows.length === 0 ? (
        <Empty
          icon={<Layers size={28} />}
          title={t('none')}
          actions={
            writing &&
            hasUsual && (
              <Button intent="primary" variant="outlined" icon={<Layers />} text={t('addUsual')} onClick={addUsual} />
            )
          }
        >
          {writing && t('noneHint')}
        </Empty>
      ) : (
        <div className="raw-materials">
          <RawMaterialTable materials={materials} host={host} mode={mode} onCite={setCitingRow} />
          <RawMaterialDosage materials={materials} readOnly={!writing} />
        </div>
      )}
      {citingRow !== null && host.testUnitId && host.projectId && (
        <ReferenceDialog
          testUnitId={host.testUnitId}
          projectId={host.projectId}
          consignId={host.consignId}
          onClose={() => setCitingRow(null)}
          onChosen={(from) => materials.cite(citingRow, from)}
        />
      )}
      {materials.opened && (
        <ChildSampleDialog
          host={host}
          sample={materials.opened.sample}
          readOnly={!writing}
          Attachments={Attachments}
          onClose={materials.close}
          onStale={onStale}
          onSaved={(saved) => {
            if (saved) materials.saved(saved, !writing);
            return onSaved();
          }}
        />
      )}
    </Card>
  );
};
