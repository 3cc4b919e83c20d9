import { Button, Checkbox, Tag } from '@blueprintjs/core';
import { Comparison, Cube, Duplicate, Error as ErrorIcon, Plus, Trash } from '@blueprintjs/icons';
import { useState } from 'react';
import { copyBuSampleInfo, deleteBuSampleInfo, deleteBuSampleInfoByIds, type SampleRow } from '#contract';
import { messageOf } from '#domain/rules';
import { totalFee } from '#domain/sample';
import { CONSIGN_TYPE } from '#events';
import { openActionDialog } from '../../components/action-dialog.js';
import { orDash } from '../../components/data-table.js';
import { Card } from '../../components/field.js';
import { Money } from '../../components/money.js';
import { EmptyState } from '../../components/page-states.js';
import { toastSuccess, toastWarning } from '../../components/toaster.js';
import { CatalogueItemName, itemStructure } from '../../consignment/consignment-facts.js';
import { listSeparator, language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { callOperation, newIdempotencyKey } from '../../lib/http.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { isSubmitBlocker, lacksParameters } from './form-problems.js';
import { texts } from './texts.js';
import type { Draft } from './use-draft.js';
import type { SampleFlag } from './use-writes.js';

type SampleListProps = {
  samples: readonly SampleRow[];
  consignType: number;
  showsFee: boolean;
  readOnly: boolean;
  selected?: ReadonlySet<string>;
  /** Submission problems from the server for samples that are complete here. */
  flags?: ReadonlyMap<string, SampleFlag>;
  onSelect?(ids: readonly string[], selected: boolean): void;
  onOpen(sampleId: string): void;
};

const openFee = (sample: SampleRow): boolean => sample.isTestUnitConfirmTestParam && !sample.isInputedTestParam;

const missingTextKey = (sample: SampleRow, flag: SampleFlag | undefined) => {
  if (lacksParameters(sample)) return 'parametersMissing';
  if (sample.isLackTestParam_Material) return 'materialsMissing';
  return sample.isLackReportFile_Material || !flag ? 'reportsMissing' : flag;
};

const Missing = ({ sample, flag }: { sample: SampleRow; flag: SampleFlag | undefined }) => {
  const t = useTexts(texts);
  return (
    <span className="row tight danger-text">
      <ErrorIcon size={12} />
      {t(missingTextKey(sample, flag))}
    </span>
  );
};

/**
 * Rows of CF-003 (raw material) or CF-004 (on-site). Red rows block the submission; what the laboratory determines
 * counts as open.
 */
export const SampleList = ({
  samples,
  consignType,
  showsFee,
  readOnly,
  selected,
  flags,
  onSelect,
  onOpen,
}: SampleListProps) => {
  const t = useTexts(texts);
  const rawMaterial = consignType === CONSIGN_TYPE.rawMaterial;
  const fees = samples.flatMap((sample) => (sample.totalFee === null || openFee(sample) ? [] : [sample.totalFee]));
  const selectedCount = samples.filter(({ id }) => selected?.has(id)).length;
  const isBlocked = (sample: SampleRow): boolean =>
    !readOnly && (isSubmitBlocker(sample) || flags?.has(sample.id) === true);
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
                  checked={selectedCount > 0 && selectedCount === samples.length}
                  indeterminate={selectedCount > 0 && selectedCount < samples.length}
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
            const name = rawMaterial ? sample.testUnitSampleName : itemStructure(sample);
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
                  {!rawMaterial && <CatalogueItemName item={sample} />}
                </td>
                {rawMaterial ? (
                  <>
                    <td className="right cell-groups" data-label={t('groups')}>
                      {sample.testGroupCount}
                    </td>
                    <td className="cell-specification" title={sample.specificationType}>
                      {orDash(sample.specificationType)}
                    </td>
                    <td className="secondary cell-purpose" title={sample.projectOrPurpose}>
                      {orDash(sample.projectOrPurpose)}
                    </td>
                  </>
                ) : (
                  <td className="secondary cell-purpose" title={sample.testPart}>
                    {orDash(sample.testPart)}
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
                <td className="whole cell-action">
                  <Button
                    size="small"
                    variant="minimal"
                    intent="primary"
                    text={t(readOnly ? 'look' : isSubmitBlocker(sample) ? 'fill' : 'edit')}
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

type Props = {
  draft: Draft;
  showsFee: boolean;
  flags?: ReadonlyMap<string, SampleFlag>;
  /** Message of VA-015 or VA-016 that keeps a sample from being added or copied; null if there is none. */
  addingBlocked(): string | null;
  onAdd(): void;
  onOpen(sampleId: string): void;
  /** Runs a write of this page and shows its failure. */
  run<Result>(write: () => Promise<Result>): Promise<Result | undefined>;
};

/** Section 3: the samples, with add, copy and delete (CF-003, CF-004, CF-024). */
export const SamplesSection = ({ draft, showsFee, flags, addingBlocked, onAdd, onOpen, run }: Props) => {
  const t = useTexts(texts);
  const { base, reread } = draft;
  const { samples, consignType, id: consignId } = base;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [copying, setCopying] = useState(false);
  const selectedSamples = samples.filter(({ id }) => selected.has(id));
  const rawMaterial = consignType === CONSIGN_TYPE.rawMaterial;

  const select = (ids: readonly string[], isSelected: boolean) =>
    setSelected(
      (current) => new Set(isSelected ? [...current, ...ids] : [...current].filter((id) => !ids.includes(id))),
    );
  const copy = async () => {
    const [first] = selectedSamples;
    if (!first) return toastWarning(messageOf('NO_SAMPLE_TO_COPY', {}, language()));
    const blocked = addingBlocked();
    if (blocked) return toastWarning(blocked);
    setCopying(true);
    await run(async () => {
      let ifMatch = base.revision;
      for (const sample of selectedSamples) {
        const revision = ifMatch;
        await withIdempotencyKey(`copy sample ${sample.id} ${revision}`, (idempotencyKey) =>
          callOperation(copyBuSampleInfo, { query: { id: sample.id, consignId }, ifMatch: revision, idempotencyKey }),
        );
        ifMatch = (await reread()).revision;
      }
      setSelected(new Set());
      toastSuccess(t(rawMaterial ? 'sampleCopied' : 'itemCopied'));
    });
    setCopying(false);
  };
  const remove = async () => {
    if (selectedSamples.length === 0) return toastWarning(t('mustChooseToDelete'));
    const ids = selectedSamples.map(({ id }) => id);
    const [only] = ids;
    const options = { ifMatch: base.revision, idempotencyKey: newIdempotencyKey() };
    const deleted = await openActionDialog({
      action: t(rawMaterial ? 'deleteTitle' : 'deleteItem'),
      intent: 'danger',
      sentence: t('deleteText', {
        names: selectedSamples.map((sample) => sample.testUnitSampleName).join(listSeparator()),
      }),
      run: () =>
        ids.length === 1 && only
          ? callOperation(deleteBuSampleInfo, { query: { id: only, consignId }, ...options })
          : callOperation(deleteBuSampleInfoByIds, { query: { ids, consignId }, ...options }),
    });
    if (!deleted) return;
    setSelected(new Set());
    await reread();
    toastSuccess(t('sampleDeleted'));
  };
  const groups = samples.reduce((sum, sample) => sum + sample.testGroupCount, 0);
  const add = (
    <Button
      size="small"
      variant="outlined"
      intent="primary"
      icon={<Plus />}
      text={t(rawMaterial ? 'addSample' : 'addItem')}
      data-first
      onClick={onAdd}
    />
  );
  return (
    <div data-section="samples">
      <Card
        padded={false}
        title={
          <>
            <span className="section-number">3</span>
            {t(rawMaterial ? 'samples' : 'testItems')}
          </>
        }
        after={
          samples.length > 0 && (
            <span className="aux muted numeric">
              {rawMaterial
                ? t('sampleSummary', { count: samples.length, groups })
                : t('itemSummary', { count: samples.length })}
            </span>
          )
        }
        extra={
          <>
            <Button
              size="small"
              variant="minimal"
              icon={<Duplicate />}
              text={t(rawMaterial ? 'copySample' : 'copyItem')}
              loading={copying}
              onClick={() => void copy()}
            />
            <Button
              size="small"
              variant="minimal"
              icon={<Trash />}
              text={t(rawMaterial ? 'deleteSample' : 'deleteItem')}
              onClick={() => void remove()}
            />
            {add}
          </>
        }
      >
        {samples.length === 0 ? (
          <EmptyState
            icon={<Cube size={28} />}
            title={t(rawMaterial ? 'noSamples' : 'noItems')}
            actions={
              <Button
                intent="primary"
                variant="outlined"
                icon={<Plus />}
                text={t(rawMaterial ? 'addSample' : 'addItem')}
                onClick={onAdd}
              />
            }
          >
            {t(rawMaterial ? 'noSamplesText' : 'noItemsText')}
          </EmptyState>
        ) : (
          <SampleList
            samples={samples}
            consignType={consignType}
            showsFee={showsFee}
            readOnly={false}
            selected={selected}
            {...(flags ? { flags } : {})}
            onSelect={select}
            onOpen={onOpen}
          />
        )}
      </Card>
    </div>
  );
};
