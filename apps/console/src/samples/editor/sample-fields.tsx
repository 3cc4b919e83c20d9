import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Properties } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getDictionary, getSampleProcessMethods } from '#contract';
import { AMOUNT_UNITS, COUNT_RANGE, LIMITS, type SampleFormMode } from '#domain/consignment';
import type { CountInputValue } from '#domain/numbers';
import { messageOfProblem, problem, type Problem } from '#domain/rules';
import { maxPurposeLength } from '#domain/sample';
import { ReadOnlyFields, Field } from '../../components/field.js';
import { CountInput, QuantityInput } from '../../components/number-input.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { unitQueryOptions } from '../../lib/pre-service.js';
import type { SampleFields } from './sample-draft.js';
import { texts as sampleFormTexts } from './sample-form.texts.js';
import { TestSitesField, useTestSitesForGroups } from './test-sites.js';
import { texts } from './texts.js';
import type { SampleForm } from './use-sample-form.js';

const PERSON_TEXT = 50;
type Text = 'extractUnit' | 'extractTime' | 'extractPerson' | 'extractPersonCardNum' | 'castingDate';
const FACTS: readonly Text[] = ['extractUnit', 'extractTime', 'extractPerson', 'extractPersonCardNum', 'castingDate'];

/** Read-only: who took the sample, where and when, and its age; only the entered values. */
const samplingFacts = (
  fields: SampleFields,
  t: (key: Text | 'ageWaitTime') => string,
): (readonly [string, string])[] => [
  ...FACTS.flatMap((name) => (fields[name] ? [[t(name), fields[name]] as const] : [])),
  ...(fields.ageWaitTime === null ? [] : [[t('ageWaitTime'), String(fields.ageWaitTime)] as const]),
];

type SamplingFieldsProps = {
  fields: SampleFields;
  errorOf(name: keyof SampleFields): string | undefined;
  onChange(part: Partial<SampleFields>): void;
};

/** The same as inputs, all optional; the age is a whole number of days from 1 to 999 (SF-015). */
const SamplingFields = ({ fields, errorOf, onChange }: SamplingFieldsProps) => {
  const t = useTexts(sampleFormTexts);
  const [isOpen, setOpen] = useState(() => samplingFacts(fields, t).length > 0);
  const text = (name: Text, max: number, type = 'text') => (
    <Field label={t(name)}>
      <InputGroup
        fill
        name={name}
        type={type}
        maxLength={max}
        value={fields[name]}
        onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      />
    </Field>
  );
  return (
    <details
      className="sampling"
      open={isOpen || errorOf('ageWaitTime') !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {t('sampling')} <span className="aux muted">{t('optional')}</span>
      </summary>
      <div className="form-grid sample-grid">
        {text('extractUnit', LIMITS.text)}
        {text('extractTime', 10, 'date')}
        {text('extractPerson', PERSON_TEXT)}
        {text('extractPersonCardNum', PERSON_TEXT)}
        {text('castingDate', 10, 'date')}
        <Field label={t('ageWaitTime')} error={errorOf('ageWaitTime')}>
          <CountInput
            fill
            name="ageWaitTime"
            {...COUNT_RANGE}
            value={fields.ageWaitTime}
            onCount={(_, ageWaitTime) => onChange({ ageWaitTime })}
          />
        </Field>
      </div>
    </details>
  );
};

/** Dictionaries of the pre-consignment service (SAPI-011, SAPI-012). */
const UNITS = 'sampleAmountUnit';
const AFTER_TEST = 'sample_process_method';

type Props = {
  form: SampleForm;
  testUnitId: string | null;
  rawMaterial: boolean;
  mode: SampleFormMode;
  errors: readonly Problem[];
  onSpecification(): void;
};

const withCurrent = (options: readonly string[], current: string): string[] =>
  current && !options.includes(current) ? [current, ...options] : [...options];

/** Section "sample information" of the sample form (001 §2, SF-013 to SF-021). */
export const SampleFieldsForm = ({ form, testUnitId, rawMaterial, mode, errors, onSpecification }: Props) => {
  const t = useTexts(texts);
  const formText = useTexts(sampleFormTexts);
  const { fields, change: onChange, fill } = form;
  const { isLeftToLab } = form.selection;
  const unit = testUnitId ? { testUnitId } : {};
  const units = useQuery({
    ...unitQueryOptions(getDictionary, { typeCode: UNITS, ...unit }),
    meta: { quiet: true },
    staleTime: Infinity,
  });
  const handlings = useQuery({
    ...unitQueryOptions(getSampleProcessMethods, { code: AFTER_TEST, ...unit }),
    meta: { quiet: true },
    staleTime: Infinity,
  });
  const unitNames = units.data && units.data.length > 0 ? units.data.map(({ typename }) => typename) : AMOUNT_UNITS;
  // The first handling is the default of a sample that has none yet (SF-016); one that the user cleared stays empty.
  const defaultHandling = handlings.data?.[0];
  const isClearedByUser = useRef(false);
  const lacksHandling = mode === 'edit' && fields.afterTestOperate === '';
  useEffect(() => {
    if (!defaultHandling || !lacksHandling || isClearedByUser.current) return;
    fill({ afterTestOperate: defaultHandling.typename, afterTestOperateId: defaultHandling.id });
  }, [defaultHandling, lacksHandling, fill]);
  const setHandling = (name: string) => {
    isClearedByUser.current = name === '';
    onChange({
      afterTestOperate: name,
      afterTestOperateId: handlings.data?.find(({ typename }) => typename === name)?.id ?? '',
    });
  };
  const text = (
    name: 'testPart' | 'projectOrPurpose' | 'projectUnit' | 'testSampleDescription' | 'memo' | 'extractAddress',
    max: number,
  ) => ({
    fill: true,
    name,
    maxLength: max,
    value: fields[name],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
  });
  const errorOf = (name: keyof SampleFields) => {
    const match = errors.find(({ path }) => path === name);
    return match && messageOfProblem(match, language());
  };
  const sitesForGroups = useTestSitesForGroups(fields);
  const setCount = (name: 'testGroupCount' | 'testPointCount', value: CountInputValue) =>
    onChange(name === 'testGroupCount' && rawMaterial ? sitesForGroups(value) : { [name]: value });
  const count = (name: 'testGroupCount' | 'testPointCount', label: 'groupCount' | 'pointCount') => (
    <Field label={t(label)} required error={errorOf(name)}>
      {/* A blank count becomes 1 (SF-013). */}
      <CountInput
        fill
        name={name}
        {...COUNT_RANGE}
        blankValue={COUNT_RANGE.min}
        value={fields[name]}
        onCount={(_, value) => setCount(name, value)}
      />
    </Field>
  );
  const amount = (
    name: 'sampleNum' | 'delegatesNum',
    unit: 'sampleNumUnit' | 'delegatesNumUnit',
    label: 'sampleNumber' | 'representedNumber',
  ) => (
    <Field label={t(label)} group error={errorOf(name)}>
      <div className="amount">
        <QuantityInput
          fill
          name={name}
          aria-label={t(label)}
          aria-invalid={errorOf(name) !== undefined}
          value={fields[name]}
          invalidProblem={problem('ONLY_NUMBERS')}
          onText={(newText) => onChange({ [name]: newText })}
        />
        <HTMLSelect
          aria-label={`${t(label)} ${t('unit')}`}
          value={fields[unit]}
          options={[
            { value: '', label: '—' },
            ...withCurrent(unitNames, fields[unit]).map((unitName) => ({ value: unitName, label: unitName })),
          ]}
          onChange={(event) => onChange({ [unit]: event.currentTarget.value })}
        />
      </div>
    </Field>
  );

  const specification = (
    <Field label={t('specification')} className="span-2">
      <InputGroup
        fill
        readOnly
        disabled={isLeftToLab}
        value={fields.specificationType}
        placeholder={isLeftToLab ? t('leftToLabText') : t('setSpecification')}
        className="picker-input"
        onClick={isLeftToLab ? undefined : onSpecification}
        onKeyDown={(event) => {
          if (!isLeftToLab && !event.ctrlKey && !event.metaKey && (event.key === 'Enter' || event.key === ' ')) {
            event.preventDefault();
            onSpecification();
          }
        }}
        rightElement={
          <Button
            variant="minimal"
            size="small"
            icon={<Properties />}
            text={t('setSpecification')}
            disabled={isLeftToLab}
            onClick={onSpecification}
          />
        }
      />
    </Field>
  );
  if (mode !== 'edit') {
    return (
      <div className="stack">
        {mode === 'editParameters' && rawMaterial && <div className="form-grid sample-grid">{specification}</div>}
        <ReadOnlyFields
          columns={4}
          items={[
            ...(rawMaterial
              ? mode === 'readOnly'
                ? ([[t('specification'), fields.specificationType, 2]] as const)
                : []
              : ([[t('structure'), fields.projectUnit, 2]] as const)),
            [
              t('groupCount'),
              <span key="groups" className="numeric">
                {fields.testGroupCount}
              </span>,
            ],
            [
              t('pointCount'),
              <span key="points" className="numeric">
                {fields.testPointCount}
              </span>,
            ],
            [t(rawMaterial ? 'testPart' : 'pile'), fields.testPart],
            ...(rawMaterial || fields.projectOrPurpose ? ([[t('purpose'), fields.projectOrPurpose]] as const) : []),
            ...(rawMaterial
              ? ([
                  [t('sampleNumber'), `${fields.sampleNum} ${fields.sampleNumUnit}`.trim()],
                  [t('representedNumber'), `${fields.delegatesNum} ${fields.delegatesNumUnit}`.trim()],
                ] as const)
              : []),
            ...(rawMaterial ? ([[t('extractAddress'), fields.extractAddress, 2]] as const) : []),
            [t('afterTest'), fields.afterTestOperate, 2],
            [t(rawMaterial ? 'sampleDescription' : 'itemDescription'), fields.testSampleDescription, 2],
            [t('memo'), fields.memo, 2],
            ...(rawMaterial ? samplingFacts(fields, formText) : []),
          ]}
        />
      </div>
    );
  }
  return (
    <div className="form-grid sample-grid">
      {rawMaterial ? (
        specification
      ) : (
        <Field label={t('structure')} className="span-2">
          <InputGroup {...text('projectUnit', LIMITS.text)} placeholder={t('structureExample')} />
        </Field>
      )}
      {count('testGroupCount', 'groupCount')}
      {count('testPointCount', 'pointCount')}
      {rawMaterial ? (
        <Field label={t('testPart')}>
          <TestSitesField fields={fields} onChange={onChange} />
        </Field>
      ) : (
        <Field label={t('pile')} className="span-2">
          <InputGroup {...text('testPart', LIMITS.longText)} placeholder={t('pileExample')} />
        </Field>
      )}
      {rawMaterial && (
        <Field label={t('purpose')} error={errorOf('projectOrPurpose')}>
          <InputGroup {...text('projectOrPurpose', maxPurposeLength(fields))} />
        </Field>
      )}
      {rawMaterial && amount('sampleNum', 'sampleNumUnit', 'sampleNumber')}
      {rawMaterial && amount('delegatesNum', 'delegatesNumUnit', 'representedNumber')}
      <Field
        label={t('afterTest')}
        className={rawMaterial ? '' : 'span-2'}
        required
        error={errorOf('afterTestOperate')}
      >
        <HTMLSelect
          name="afterTestOperate"
          value={fields.afterTestOperate}
          options={[
            { value: '', label: t('choose') },
            ...withCurrent(
              (handlings.data ?? []).map(({ typename }) => typename),
              fields.afterTestOperate,
            ).map((name) => ({ value: name, label: name })),
          ]}
          onChange={(event) => setHandling(event.currentTarget.value)}
        />
      </Field>
      {rawMaterial && (
        <Field label={t('extractAddress')}>
          <InputGroup {...text('extractAddress', LIMITS.text)} />
        </Field>
      )}
      <Field label={t(rawMaterial ? 'sampleDescription' : 'itemDescription')} className="span-2">
        <InputGroup {...text('testSampleDescription', LIMITS.longText)} />
      </Field>
      <Field label={t('memo')} className="span-2">
        <InputGroup {...text('memo', LIMITS.longText)} />
      </Field>
      {rawMaterial && <SamplingFields fields={fields} errorOf={errorOf} onChange={onChange} />}
    </div>
  );
};
