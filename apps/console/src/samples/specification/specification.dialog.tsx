import { Button } from '@blueprintjs/core';
import { ArrowDown, ArrowUp, Plus, Trash } from '@blueprintjs/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { getConcatRules, getOtherInfo, type SampleView, saveSpecification } from '#contract';
import { LIMITS } from '#domain/consignment';
import { dashless, sameId } from '#domain/rules';
import {
  insertRowAfter,
  deleteRow,
  type DuplicateEntry,
  duplicateKeysOf,
  type JoinedProperty,
  updateDuplicateLog,
  moveRow,
  initialRows,
  PART,
  type PartLabels,
  previewOf,
  propertiesFromRows,
  ruleConfigOf,
  type RulePart,
  specificationModeOf,
  specificationOf,
  type SpecificationProperty,
  setRowValue,
} from '#domain/sample';
import { AppDialog } from '../../components/app-dialog.js';
import { LoadingRows } from '../../components/page-states.js';
import { SuggestInput } from '../../components/suggest-input.js';
import { propertyName } from '../../consignment/property-names.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { logHandledFailure } from '../../lib/failures.js';
import { callUnitService, unitQueryOptions, unitService, useUnitService } from '../../lib/pre-service.js';
import { texts } from '../editor/texts.js';
import './specification.css';

/** Key of this browser's log of duplicate properties in a specification (001 §5); nobody is notified. */
export const DUPLICATE_LOG = 'specificationDuplicates';

const isEntry = (value: unknown): value is DuplicateEntry =>
  typeof value === 'object' && value !== null && typeof (value as DuplicateEntry).at === 'number';

const readDuplicateLog = (): DuplicateEntry[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(DUPLICATE_LOG) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
};

/** Logs the duplicate keys of the rows, and removes entries older than five days. */
const logDuplicates = (sampleId: string, rows: readonly SpecificationProperty[], time = Date.now()): void => {
  const oldEntries = readDuplicateLog();
  const newEntries = updateDuplicateLog(oldEntries, { at: time, sampleId, keys: duplicateKeysOf(rows) });
  if (newEntries.length === oldEntries.length && newEntries.every((entry, index) => entry === oldEntries[index]))
    return;
  try {
    localStorage.setItem(DUPLICATE_LOG, JSON.stringify(newEntries));
  } catch {
    // If the browser's storage is full, nothing is logged; the specification does not depend on it.
  }
};

type Rows = readonly SpecificationProperty[];
type SpecificationRowProps = {
  row: SpecificationProperty;
  index: number;
  last: boolean;
  labels: PartLabels;
  onChange(value: string): void;
  onRows(change: (rows: Rows) => SpecificationProperty[]): void;
};

/** One part: its label, its value with suggestions, and its actions (001 SPM-002, SPM-003). */
const SpecificationRow = ({ row, index, last, labels, onChange, onRows }: SpecificationRowProps) => {
  const t = useTexts(texts);
  const id = useId();
  const isConnector = row.infoType === PART.connector;
  const name = isConnector ? labels.connector : propertyName(row, language()) || labels.custom;
  const suggestions = [...new Set([...row.listValue, ...row.inputHistory])].map((value) => ({ id: value, value }));
  const action = (
    icon: typeof Plus,
    key: 'addAfter' | 'moveUp' | 'moveDown' | 'deletePart',
    change: (rows: Rows) => SpecificationProperty[],
  ) => {
    const Icon = icon;
    return (
      <Button
        size="small"
        variant="minimal"
        icon={<Icon />}
        aria-label={t(key, { name })}
        title={t(key, { name })}
        onClick={() => onRows(change)}
      />
    );
  };
  return (
    <div className="specification-part">
      <label htmlFor={id} className="ellipsis" title={name}>
        {name}
      </label>
      <SuggestInput
        id={id}
        value={row.value}
        suggestions={suggestions}
        maxLength={LIMITS.text}
        disabled={isConnector}
        placeholder={t('specificationPlaceholder')}
        onChange={onChange}
      />
      <span className="row tight specification-part__actions">
        {action(Plus, 'addAfter', (rows) => insertRowAfter(rows, index, labels))}
        {index > 0 && action(ArrowUp, 'moveUp', (rows) => moveRow(rows, index, -1))}
        {!last && action(ArrowDown, 'moveDown', (rows) => moveRow(rows, index, 1))}
        {row.deleteAble && action(Trash, 'deletePart', (rows) => deleteRow(rows, index, labels))}
      </span>
    </div>
  );
};

type SpecifiedSample = { sampleId: string; testUnitId: string | null };

const STALE_MS = 300_000;
const queryOptions = { meta: { quiet: true }, staleTime: STALE_MS, retry: false } as const;

/**
 * The rule for a new specification (SPM-006): a unit with its own laboratory system is asked for it; otherwise the
 * parts are those of the catalogue with the sample's auxiliary properties. Without a response there is no rule.
 */
const useSpecificationRule = (
  { sampleId, testUnitId }: SpecifiedSample,
  enabled: boolean,
): { isPending: boolean; parts: readonly RulePart[]; example: string } => {
  const scope = testUnitId === null ? {} : { testUnitId };
  const { isIntegrated, isPending } = useUnitService(testUnitId);
  const isUnitLoaded = !isPending;
  const rules = useQuery({
    ...unitQueryOptions(getConcatRules, { sampleId, ...scope }),
    ...queryOptions,
    enabled: enabled && isUnitLoaded && isIntegrated,
  });
  const otherInfo = useQuery({
    ...unitQueryOptions(getOtherInfo, { sampleId, paramIds: '', ...scope }),
    ...queryOptions,
    enabled: enabled && isUnitLoaded && !isIntegrated,
  });
  if (!enabled) return { isPending: false, parts: [], example: '' };
  if (!isUnitLoaded) return { isPending: true, parts: [], example: '' };
  if (!isIntegrated)
    return {
      isPending: otherInfo.isPending,
      parts: otherInfo.data?.specificationParts ?? [],
      example: otherInfo.data?.specificationExample ?? '',
    };
  const rule = rules.data?.find((candidate) => sameId(candidate.sampleId, sampleId));
  return { isPending: rules.isPending, parts: rule?.configData ?? [], example: rule?.example ?? '' };
};

/**
 * Saves the rows as the unit's rule for this sample (SPM-009), if it has a laboratory system. A failure is only logged
 * (SPM-011).
 */
const useSaveRule = ({
  sampleId,
  testUnitId,
}: SpecifiedSample): ((rows: readonly SpecificationProperty[]) => Promise<void>) => {
  const queries = useQueryClient();
  return async (rows) => {
    if (testUnitId === null) return;
    try {
      const { isIntegrated } = await unitService(queries, testUnitId);
      if (isIntegrated)
        await callUnitService(queries, saveSpecification, {
          query: { testUnitId },
          body: { sampleId: dashless(sampleId), configData: ruleConfigOf(rows) },
        });
    } catch (error) {
      logHandledFailure(error);
    }
  };
};

/** The part of a sample form that the dialog reads and changes. */
export type SpecificationFields = Pick<
  SampleView,
  'specificationType' | 'specificationBuildMethod' | 'buSamplePropertyInfo'
>;

type Props = {
  /** Of the catalogue. */
  sampleId: string;
  /** Of the consignment. */
  buSampleInfoId: string;
  testUnitId: string | null;
  fields: SpecificationFields;
  onClose(): void;
  onSet(fields: SpecificationFields): void;
};

/** 设置规格型号: the parts of a specification with a preview of the text (001 SPM-001 to SPM-009). */
export const SpecificationDialog = ({ sampleId, buSampleInfoId, testUnitId, fields, onClose, onSet }: Props) => {
  const t = useTexts(texts);
  const labels = { connector: t('connector'), custom: t('custom'), model: t('specificationModel') };
  const mode = specificationModeOf(fields);
  const rule = useSpecificationRule({ sampleId, testUnitId }, mode === 'add');
  const saveRule = useSaveRule({ sampleId, testUnitId });
  const [editedRows, setEditedRows] = useState<SpecificationProperty[] | null>(null);
  const properties: readonly JoinedProperty[] = fields.buSamplePropertyInfo;
  const rows = editedRows ?? initialRows({ buSampleInfoId, ...fields, properties, rule: rule.parts, labels }, mode);
  const preview = previewOf(rows);
  const log = useEffectEvent(() => logDuplicates(sampleId, rows));
  useEffect(() => {
    if (!rule.isPending) log();
  }, [rule.isPending]);

  const applyRows = () => {
    if (rule.isPending) return;
    onSet({ ...specificationOf(rows), buSamplePropertyInfo: propertiesFromRows(fields.buSamplePropertyInfo, rows) });
    void saveRule(rows);
    onClose();
  };
  return (
    <AppDialog
      title={t('specificationTitle')}
      width={550}
      canEscapeKeyClose={false}
      onClose={onClose}
      onConfirm={applyRows}
      footer={
        <>
          <Button className="push" text={t('cancel')} onClick={onClose} />
          <Button intent="primary" text={t('useSpecification')} disabled={rule.isPending} onClick={applyRows} />
        </>
      }
    >
      {rule.isPending ? (
        <LoadingRows rows={3} />
      ) : (
        <div className="stack">
          <div className="specification-parts">
            {rows.map((row, index) => (
              <SpecificationRow
                key={`${row.testSamplePropertyId ?? 'own'}-${index}`}
                row={row}
                index={index}
                last={index === rows.length - 1}
                labels={labels}
                onChange={(value) => setEditedRows(setRowValue(rows, index, value))}
                onRows={(change) => setEditedRows(change(rows))}
              />
            ))}
          </div>
          <output className="specification-preview" aria-live="polite">
            <span className="aux muted">{t('specificationPreview')}</span>
            <span className="specification-preview__text">
              {preview || <span className="muted">{t('emptySpecification')}</span>}
            </span>
          </output>
          {rule.example && <p className="aux muted">{t('example', { text: rule.example })}</p>}
        </div>
      )}
    </AppDialog>
  );
};
