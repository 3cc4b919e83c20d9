import { Button, HTMLSelect, InputGroup, Switch } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import type { RawMaterialView } from '#contract';
import { isTestLocked, LIMITS, proofOf, type SampleFormMode } from '#domain';
import { orNothing } from '../../components/data-table.js';
import { useTexts } from '../../i18n/texts.js';
import type { SampleHost } from './offer.js';
import { RawMaterialNumber } from './raw-material-number.js';
import { RawMaterialProof } from './raw-material-proof.js';
import { choicesFor } from './raw-material-rows.js';
import { texts } from './raw-material.texts.js';
import type { RawMaterials } from './use-raw-materials.js';

type Props = { materials: RawMaterials; host: SampleHost; mode: SampleFormMode; onCite(rowId: string): void };

/** The mix-ratio table: which material, where it comes from, whether it is tested, and what vouches for it (RM-001, RM-004). */
export const RawMaterialTable = ({ materials, host, mode, onCite }: Props) => {
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
}: Props & { row: RawMaterialView; number: number }) => {
  const t = useTexts(texts);
  const writing = mode === 'edit';
  const label = (name: 'material' | 'specification' | 'produceInfo' | 'produceBatchNo' | 'isTest' | 'unitRatio') =>
    `${t('row', { n: number })} ${t(name)}`;
  // A cited row shows the cited sample, a tested one its own: what is typed here is about a material that brings a report.
  const isTyped = writing && !row.isTest && proofOf(row) !== 'cited';
  const mayChoose = writing && row.buSampleInfoId === null && proofOf(row) !== 'cited';
  const text = (
    name: 'specificationType' | 'produceInfo' | 'produceBatchNo',
    heading: 'specification' | 'produceInfo' | 'produceBatchNo',
  ) => (
    <td
      className={`cell-more${isTyped ? ' whole' : ''}`}
      data-label={t(heading)}
      title={isTyped ? undefined : row[name]}
    >
      {isTyped ? (
        <InputGroup
          size="small"
          fill
          maxLength={LIMITS.text}
          aria-label={label(heading)}
          value={row[name]}
          onChange={({ currentTarget: { value } }) => materials.change(row.id, (now) => ({ ...now, [name]: value }))}
        />
      ) : (
        orNothing(row[name])
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
              ...choicesFor(row, materials.offered).map(({ id, label: name }) => ({ value: id, label: name })),
            ]}
            onChange={({ currentTarget: { value } }) => materials.choose(row.id, value)}
          />
        ) : (
          orNothing(row.sampleName)
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
          onNumber={(unitRatio) => materials.change(row.id, (now) => ({ ...now, unitRatio }))}
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
