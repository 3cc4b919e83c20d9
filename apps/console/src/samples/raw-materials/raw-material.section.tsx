import { Button, HTMLSelect, InputGroup, Switch } from '@blueprintjs/core';
import { Cross, Layers, Plus } from '@blueprintjs/icons';
import { useState } from 'react';
import type { RawMaterialView } from '#contract';
import { LIMITS, type SampleFormMode } from '#domain/consignment';
import { problem } from '#domain/rules';
import { isMaterialNumber, isTestLocked, proofOf } from '#domain/sample';
import { orDash } from '../../components/data-table.js';
import { Card } from '../../components/field.js';
import { QuantityInput } from '../../components/number-input.js';
import { EmptyState } from '../../components/page-states.js';
import { toastSuccess } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import { ReferenceDialog } from '../editor/reference.dialog.js';
import type { SampleAttachments } from '../editor/sample-attachments.js';
import type { SampleFormContext } from '../selection/offer.js';
import { ChildSampleDialog } from './child-sample.dialog.js';
import { RawMaterialProof } from './raw-material-proof.js';
import './raw-material.css';
import { texts } from './raw-material.texts.js';
import { materialChoices, type RawMaterials } from './use-raw-materials.js';

type RawMaterialNumberProps = { label: string; value: string; readOnly: boolean; onNumber(text: string): void };

/** A number of the mix as typed: exact text, with an error under it on blur if it is not a number. */
const RawMaterialNumber = ({ label, value, readOnly, onNumber }: RawMaterialNumberProps) =>
  readOnly ? (
    <span className="numeric">{orDash(value)}</span>
  ) : (
    <QuantityInput
      className="raw-materials__number"
      size="small"
      fill
      aria-label={label}
      value={value}
      invalidProblem={problem('QUANTITY_INVALID')}
      extraProblem={isMaterialNumber(value) ? null : problem('QUANTITY_INVALID')}
      onText={onNumber}
    />
  );

/** The dosage table: the same rows, with the dosage of each per cubic metre (RM-001). */
const RawMaterialDosage = ({ materials, readOnly }: { materials: RawMaterials; readOnly: boolean }) => {
  const t = useTexts(texts);
  return (
    <div className="raw-materials__table">
      <h3 id="raw-material-dosage">{t('dosageTable')}</h3>
      <table className="data-table" aria-labelledby="raw-material-dosage">
        <colgroup>
          <col style={{ width: 44 }} />
          <col style={{ width: 224 }} />
          <col />
          <col style={{ width: 176 }} />
          <col style={{ width: 176 }} />
        </colgroup>
        <thead>
          <tr>
            <th className="right">
              <span className="only-heard">#</span>
            </th>
            <th>{t('material')}</th>
            <th>{t('specification')}</th>
            <th className="right">{t('recommendedDosage')}</th>
            <th className="right">{t('dosage')}</th>
          </tr>
        </thead>
        <tbody>
          {materials.rows.map((row, index) => {
            const number = (name: 'recommendedDosage' | 'dosage') => (
              <RawMaterialNumber
                label={`${t('row', { n: index + 1 })} ${t(name)}`}
                value={row[name]}
                readOnly={readOnly}
                onNumber={(value) => materials.change(row.id, (current) => ({ ...current, [name]: value }))}
              />
            );
            return (
              <tr key={row.id}>
                <td className="right muted cell-number">{index + 1}</td>
                <td className="cell-material" title={row.sampleName}>
                  {orDash(row.sampleName)}
                </td>
                <td className="secondary cell-more" data-label={t('specification')} title={row.specificationType}>
                  {orDash(row.specificationType)}
                </td>
                <td className="right whole cell-more" data-label={t('recommendedDosage')}>
                  {number('recommendedDosage')}
                </td>
                <td className="right whole cell-more" data-label={t('dosage')}>
                  {number('dosage')}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
};

type RawMaterialTableProps = {
  materials: RawMaterials;
  host: SampleFormContext;
  mode: SampleFormMode;
  onCite(rowId: string): void;
};

/** The mix-ratio table: the material, its origin, whether it is tested, and its proof (RM-001, RM-004). */
const RawMaterialTable = ({ materials, host, mode, onCite }: RawMaterialTableProps) => {
  const t = useTexts(texts);
  const writing = mode === 'edit';
  return (
    <div className="raw-materials__table">
      <h3 id="raw-material-ratio">{t('mixRatio')}</h3>
      <table className="data-table" aria-labelledby="raw-material-ratio">
        <colgroup>
          <col style={{ width: 44 }} />
          <col style={{ width: 224 }} />
          <col style={{ width: 124 }} />
          <col style={{ width: 124 }} />
          <col style={{ width: 104 }} />
          <col style={{ width: 64 }} />
          <col style={{ width: 88 }} />
          <col />
          {writing && <col style={{ width: 48 }} />}
        </colgroup>
        <thead>
          <tr>
            <th className="right">
              <span className="only-heard">#</span>
            </th>
            <th>{t('material')}</th>
            <th>{t('specification')}</th>
            <th>{t('produceInfo')}</th>
            <th>{t('produceBatchNo')}</th>
            <th>{t('isTest')}</th>
            <th className="right">{t('unitRatio')}</th>
            <th>{t('proof')}</th>
            {writing && (
              <th>
                <span className="only-heard">{t('actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {materials.rows.map((row, index) => (
            <MaterialRow
              key={row.id}
              row={row}
              number={index + 1}
              materials={materials}
              host={host}
              mode={mode}
              onCite={onCite}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
};

const MaterialRow = ({
  row,
  number,
  materials,
  host,
  mode,
  onCite,
}: RawMaterialTableProps & { row: RawMaterialView; number: number }) => {
  const t = useTexts(texts);
  const writing = mode === 'edit';
  const label = (name: 'material' | 'specification' | 'produceInfo' | 'produceBatchNo' | 'isTest' | 'unitRatio') =>
    `${t('row', { n: number })} ${t(name)}`;
  // A cited row shows the cited sample, a tested one its own; the inputs here are for a material with a report.
  const isEditable = writing && !row.isTest && proofOf(row) !== 'cited';
  const mayChoose = writing && row.buSampleInfoId === null && proofOf(row) !== 'cited';
  const text = (
    name: 'specificationType' | 'produceInfo' | 'produceBatchNo',
    heading: 'specification' | 'produceInfo' | 'produceBatchNo',
  ) => (
    <td
      className={`cell-more${isEditable ? ' whole' : ''}`}
      data-label={t(heading)}
      title={isEditable ? undefined : row[name]}
    >
      {isEditable ? (
        <InputGroup
          size="small"
          fill
          maxLength={LIMITS.text}
          aria-label={label(heading)}
          value={row[name]}
          onChange={({ currentTarget: { value } }) =>
            materials.change(row.id, (current) => ({ ...current, [name]: value }))
          }
        />
      ) : (
        orDash(row[name])
      )}
    </td>
  );
  const isLocked = isTestLocked(row, !writing);
  return (
    <tr data-material={row.id}>
      <td className="right muted cell-number">{number}</td>
      <td className={`cell-material${mayChoose ? ' whole' : ''}`} title={row.sampleNameLink || row.sampleName}>
        {mayChoose ? (
          <HTMLSelect
            fill
            aria-label={label('material')}
            value={row.testUnitSampleID}
            options={[
              ...(row.testUnitSampleID === '' ? [{ value: '', label: t('choose') }] : []),
              ...materialChoices(row, materials.offered).map(({ id, label: name }) => ({ value: id, label: name })),
            ]}
            onChange={({ currentTarget: { value } }) => materials.choose(row.id, value)}
          />
        ) : (
          orDash(row.sampleName)
        )}
      </td>
      {text('specificationType', 'specification')}
      {text('produceInfo', 'produceInfo')}
      {text('produceBatchNo', 'produceBatchNo')}
      <td className="whole cell-more" data-label={t('isTest')}>
        <span title={isLocked && writing ? t('locked') : undefined}>
          <Switch
            className="check raw-materials__switch"
            aria-label={label('isTest')}
            checked={row.isTest}
            disabled={isLocked}
            onChange={() => materials.toggleTest(row.id)}
          />
        </span>
      </td>
      <td className="right whole cell-more" data-label={t('unitRatio')}>
        <RawMaterialNumber
          label={label('unitRatio')}
          value={row.unitRatio}
          readOnly={!writing}
          onNumber={(unitRatio) => materials.change(row.id, (current) => ({ ...current, unitRatio }))}
        />
      </td>
      <td className="whole cell-proof">
        <RawMaterialProof
          row={row}
          number={number}
          materials={materials}
          host={host}
          mode={mode}
          onCite={() => onCite(row.id)}
        />
      </td>
      {writing && (
        <td className="whole cell-remove">
          <Button
            size="small"
            variant="minimal"
            icon={<Cross />}
            aria-label={t('remove', { n: number })}
            onClick={() => void materials.remove(row)}
          />
        </td>
      )}
    </tr>
  );
};

type Props = {
  materials: RawMaterials;
  host: SampleFormContext;
  mode: SampleFormMode;
  Attachments?: SampleAttachments | undefined;
  onSaved(): Promise<unknown>;
  onStale(): void;
};

/** Section "raw material": the components of a mix design with their ratio and dosage (001 RM-001). */
export const RawMaterialSection = ({ materials, host, mode, Attachments, onSaved, onStale }: Props) => {
  const t = useTexts(texts);
  const [citingRow, setCitingRow] = useState<string | null>(null);
  const { rows, offered: offeredMaterials, offeredFailed } = materials;
  const writing = mode === 'edit';
  const count = (proof: ReturnType<typeof proofOf>) => rows.filter((row) => proofOf(row) === proof).length;
  const hasUsual = rows.length === 0 && offeredMaterials.some(({ isDefault }) => isDefault);
  const addUsual = () => toastSuccess(t('usualAdded', { count: materials.addUsual() }));
  const isApplicable = rows.length > 0 || offeredMaterials.length > 0 || offeredFailed !== null;

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
      {!isApplicable ? (
        <p className="dense muted raw-materials__none">{t(writing ? 'notAsked' : 'none')}</p>
      ) : rows.length === 0 ? (
        <EmptyState
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
        </EmptyState>
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
      {materials.openSample && (
        <ChildSampleDialog
          host={host}
          sample={materials.openSample.sample}
          readOnly={!writing}
          Attachments={Attachments}
          onClose={materials.close}
          onStale={onStale}
          onSaved={(saved) => {
            if (saved) materials.handleSaved(saved, !writing);
            return onSaved();
          }}
        />
      )}
    </Card>
  );
};
