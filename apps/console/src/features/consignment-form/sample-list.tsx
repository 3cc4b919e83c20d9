import { Button, Checkbox, Tag } from '@blueprintjs/core';
import { Comparison, Error as ErrorIcon } from '@blueprintjs/icons';
import type { SampleRow } from '#contract';
import { totalFee } from '#domain';
import { orNothing } from '../../components/data-table.js';
import { OfCatalogue, structureOf } from '../../consignment/item-name.js';
import { Money } from '../../components/money.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { blocksSubmit, lacksParameters } from './form-problems.js';
import { texts } from './texts.js';
import type { SampleFlag } from './use-foretold.js';

type Props = {
  samples: readonly SampleRow[];
  consignType: number;
  showsFee: boolean;
  readOnly: boolean;
  selected?: ReadonlySet<string>;
  /** What the server will say against samples that are complete here. */
  flags?: ReadonlyMap<string, SampleFlag>;
  onSelect?(ids: readonly string[], selected: boolean): void;
  onOpen(sampleId: string): void;
};

const openFee = (sample: SampleRow): boolean => sample.isTestUnitConfirmTestParam && !sample.isInputedTestParam;

const Missing = ({ sample, flag }: { sample: SampleRow; flag: SampleFlag | undefined }) => {
  const t = useTexts(texts);
  const text = lacksParameters(sample)
    ? t('parametersMissing')
    : sample.isLackTestParam_Material
      ? t('materialsMissing')
      : sample.isLackReportFile_Material || !flag
        ? t('reportsMissing')
        : t(flag);
  return (
    <span className="row tight danger-text">
      <ErrorIcon size={12} />
      {text}
    </span>
  );
};

/** Rows of CF-003 (raw material) or CF-004 (on-site). Red is what blocks the submission; what the institution determines counts as open. */
export const SampleList = ({ samples, consignType, showsFee, readOnly, selected, flags, onSelect, onOpen }: Props) => {
  const t = useTexts(texts);
  const rawMaterial = consignType === 1;
  const fees = samples.flatMap((sample) => (sample.totalFee === null || openFee(sample) ? [] : [sample.totalFee]));
  const chosen = samples.filter(({ id }) => selected?.has(id)).length;
  const isBlocked = (sample: SampleRow): boolean =>
    !readOnly && (blocksSubmit(sample) || flags?.has(sample.id) === true);
  const parametersOf = (sample: SampleRow) => {
    if (isBlocked(sample)) return <Missing sample={sample} flag={flags?.get(sample.id)} />;
    if (openFee(sample))
      return (
        <Tag minimal icon={<Comparison size={12} />}>
          {t('leftToLab')}
        </Tag>
      );
    return rawMaterial ? sample.testParams : sample.paramText;
  };
  return (
    <div className="sample-list">
      <table className="data-table" aria-label={t(rawMaterial ? 'samples' : 'testItems')}>
        <colgroup>
          {onSelect && <col style={{ width: 44 }} />}
          <col style={{ width: language() === 'zh' ? 44 : 56 }} />
          {rawMaterial ? (
            <>
              <col className="name" />
              <col style={{ width: language() === 'zh' ? 60 : 76 }} />
              <col style={{ width: 120 }} />
              <col className="purpose" />
            </>
          ) : (
            <>
              <col className="structure" />
              <col className="purpose" />
            </>
          )}
          <col />
          {showsFee && <col style={{ width: 104 }} />}
          <col style={{ width: 84 }} />
        </colgroup>
        <thead>
          <tr>
            {onSelect && (
              <th className="whole">
                <Checkbox
                  className="check"
                  aria-label={t('selectAll')}
                  checked={chosen > 0 && chosen === samples.length}
                  indeterminate={chosen > 0 && chosen < samples.length}
                  onChange={(event) =>
                    onSelect(
                      samples.map(({ id }) => id),
                      event.currentTarget.checked,
                    )
                  }
                />
              </th>
            )}
            <th className="right">{t('number')}</th>
            {rawMaterial ? (
              <>
                <th>{t('sampleName')}</th>
                <th className="right">{t('groups')}</th>
                <th>{t('specification')}</th>
                <th>{t('purpose')}</th>
              </>
            ) : (
              <>
                <th>{t('structure')}</th>
                <th>{t('pile')}</th>
              </>
            )}
            <th>{t('parameters')}</th>
            {showsFee && <th className="right">{t('estimatedFee')}</th>}
            <th>{t('actions')}</th>
          </tr>
        </thead>
        <tbody>
          {samples.map((sample, index) => {
            const blocked = isBlocked(sample);
            const name = rawMaterial ? sample.testUnitSampleName : structureOf(sample);
            return (
              <tr
                key={sample.id}
                data-row={sample.id}
                className={blocked ? 'warned' : ''}
                aria-selected={selected?.has(sample.id) ?? undefined}
                onDoubleClick={() => onOpen(sample.id)}
              >
                {onSelect && (
                  <td className="whole cell-check">
                    <Checkbox
                      className="check"
                      aria-label={t('selectSample', { name })}
                      checked={selected?.has(sample.id) ?? false}
                      onChange={(event) => onSelect([sample.id], event.currentTarget.checked)}
                    />
                  </td>
                )}
                <td className="right muted cell-place">{index + 1}</td>
                <td className="cell-name" title={sample.sampleNameLink || name}>
                  <button type="button" className="text-link" onClick={() => onOpen(sample.id)}>
                    {name}
                  </button>
                  {!rawMaterial && <OfCatalogue item={sample} />}
                </td>
                {rawMaterial ? (
                  <>
                    <td className="right cell-groups" data-label={t('groups')}>
                      {sample.testGroupCount}
                    </td>
                    <td className="cell-specification" title={sample.specificationType}>
                      {orNothing(sample.specificationType)}
                    </td>
                    <td className="secondary cell-purpose" title={sample.projectOrPurpose}>
                      {orNothing(sample.projectOrPurpose)}
                    </td>
                  </>
                ) : (
                  <td className="secondary cell-purpose" title={sample.testPart}>
                    {orNothing(sample.testPart)}
                  </td>
                )}
                <td className="cell-parameters" title={rawMaterial ? sample.testParams : sample.paramText}>
                  {parametersOf(sample)}
                </td>
                {showsFee && (
                  <td className="right cell-fee">
                    {openFee(sample) ? (
                      t('undetermined')
                    ) : blocked && lacksParameters(sample) ? (
                      <Money amount={null} />
                    ) : (
                      <Money amount={sample.totalFee} />
                    )}
                  </td>
                )}
                <td className="whole cell-verb">
                  <Button
                    size="small"
                    variant="minimal"
                    intent="primary"
                    text={t(readOnly ? 'look' : blocksSubmit(sample) ? 'fill' : 'edit')}
                    onClick={() => onOpen(sample.id)}
                  />
                </td>
              </tr>
            );
          })}
          {showsFee && samples.length > 0 && (
            <tr className="sum-row">
              <td colSpan={(onSelect ? 1 : 0) + (rawMaterial ? 6 : 4)} className="right secondary">
                {t(samples.some(openFee) ? 'sumWithout' : 'sum')}
              </td>
              <td className="right strong">
                <Money amount={totalFee(fees)} />
              </td>
              <td aria-hidden />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
};
