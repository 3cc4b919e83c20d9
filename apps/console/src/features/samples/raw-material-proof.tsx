import { Button, Tag } from '@blueprintjs/core';
import { Document } from '@blueprintjs/icons';
import type { RawMaterialView } from '#contract';
import { editsParameters, proofOf, type SampleFormMode } from '#domain';
import { useTexts } from '../../i18n/texts.js';
import type { SampleHost } from './offer.js';
import { RawMaterialReport } from './raw-material-report.js';
import { texts } from './raw-material.texts.js';
import type { RawMaterials } from './use-raw-materials.js';

type Props = {
  row: RawMaterialView;
  number: number;
  materials: RawMaterials;
  host: SampleHost;
  mode: SampleFormMode;
  onCite(): void;
};

/** What vouches for a raw material: its own sample, a cited consignment or a report, and the verbs that change it (RM-004). */
export const RawMaterialProof = ({ row, number, materials, host, mode, onCite }: Props) => {
  const t = useTexts(texts);
  const writing = mode === 'edit';
  const mayCite = host.testUnitId !== null && Boolean(host.projectId);
  const cite = writing && (
    <Button
      size="small"
      variant="minimal"
      text={t('citeVerb')}
      disabled={!mayCite}
      title={mayCite ? undefined : t('noProject')}
      onClick={onCite}
    />
  );
  const proof = proofOf(row);
  if (proof === 'cited') {
    return (
      <div className="row tight">
        <span className="numeric ellipsis grow" title={row.consignCode}>
          {row.consignCode}
        </span>
        {writing && (
          <Button size="small" variant="minimal" text={t('cancelCite')} onClick={() => materials.cancelCite(row.id)} />
        )}
      </div>
    );
  }
  if (proof === 'tested') {
    const completes =
      !writing &&
      editsParameters(
        { isReadOnly: true, consignStatus: host.consignStatus ?? 0, pageSource: host.pageSource ?? null },
        row,
      );
    const has = row.buSampleInfoId !== null;
    return (
      <div className="row tight">
        {row.isTestUnitConfirmTestParam && row.testParams === '' ? (
          <Tag minimal>{t('leftToLab')}</Tag>
        ) : (
          <span className={`ellipsis grow${row.testParams ? '' : ' danger-text'}`} title={row.testParams}>
            {row.testParams || t('notFilled')}
          </span>
        )}
        {(writing || has) && (
          <Button
            size="small"
            variant="minimal"
            intent="primary"
            text={t(writing ? 'edit' : completes ? 'complete' : 'look')}
            loading={materials.opening === row.id}
            aria-label={`${t('row', { n: number })} ${t(writing ? 'edit' : completes ? 'complete' : 'look')}`}
            onClick={() => void materials.edit(row)}
          />
        )}
        {!has && cite}
      </div>
    );
  }
  if (row.reportFile) {
    const { name, uploadId } = row.reportFile;
    return (
      <div className="row tight">
        <Document size={14} className="muted" />
        {uploadId ? (
          <span className="ellipsis grow" title={name}>
            {name}
          </span>
        ) : (
          <button
            type="button"
            className="raw-materials__report ellipsis grow"
            title={name}
            aria-label={t('openReport', { name })}
            onClick={() => void materials.openReport(row.id)}
          >
            {name}
          </button>
        )}
        {writing && (
          <Button
            size="small"
            variant="minimal"
            text={t('removeIt')}
            aria-label={t('removeReport', { name })}
            onClick={() => materials.setReport(row.id, null)}
          />
        )}
      </div>
    );
  }
  return (
    <div className="row tight">
      {writing ? (
        <>
          {cite}
          <RawMaterialReport number={number} onReport={(file) => materials.setReport(row.id, file)} />
        </>
      ) : (
        <span className="danger-text">{t('noProof')}</span>
      )}
    </div>
  );
};
