import { Checkbox, InputGroup } from '@blueprintjs/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getCustomPropertyConsign, getOtherInfo, type SampleView } from '#contract';
import { LIMITS, type SampleFormMode } from '#domain/consignment';
import { compare, parseDecimal, readQuantity } from '#domain/numbers';
import { problem } from '#domain/rules';
import {
  auxiliaryValue,
  isAuxiliaryField,
  mergedProperties,
  PROPERTY_TYPE,
  specificationWithoutDialog,
  withDefaults,
} from '#domain/sample';
import type { SampleProperty } from '#events';
import { DateInput } from '../../components/date-input.js';
import { Card, ReadOnlyFields, Field } from '../../components/field.js';
import { QuantityInput } from '../../components/number-input.js';
import { SuggestInput } from '../../components/suggest-input.js';
import { propertyLabel, propertyName, propertyValueText, translateValue } from '../../consignment/property-names.js';
import { language } from '../../i18n/language.js';
import { useTexts, defineTexts } from '../../i18n/texts.js';
import { unitQueryOptions } from '../../lib/pre-service.js';
import en from '../../locales/en/auxiliary.json' with { type: 'json' };
import es from '../../locales/es/auxiliary.json' with { type: 'json' };
import zh from '../../locales/zh/auxiliary.json' with { type: 'json' };
import './auxiliary.css';
import { useDebouncedValue } from './price-cell.js';
import type { SampleFields } from './sample-draft.js';
import { texts as sampleTexts } from './texts.js';

export const texts = defineTexts('auxiliary', {
  zh,
  en,
  es,
});

type AuxiliarySelectProps = {
  id?: string;
  name?: string;
  value: string;
  options: readonly string[];
  disabled?: boolean;
  placeholder?: string;
  onChange(value: string): void;
};

/**
 * A choice that typing filters (001 AUX-004). The typed text is accepted if it is an option or empty; otherwise the
 * previous choice comes back.
 */
const AuxiliarySelect = ({ value, options, onChange, ...field }: AuxiliarySelectProps) => {
  const [draftText, setDraftText] = useState<string | null>(null);
  // The stored and printed value is the catalogue's own word.
  const optionText = (option: string): string => translateValue(option, language());
  const applyText = () => {
    const text = draftText?.trim();
    const match = text === '' ? '' : options.find((option) => option === text || optionText(option) === text);
    if (match !== undefined && match !== value) onChange(match);
    setDraftText(null);
  };
  return (
    <SuggestInput
      {...field}
      value={draftText ?? optionText(value)}
      suggestions={options.map((option) => ({ id: option, value: optionText(option) }))}
      onChange={setDraftText}
      onBlur={applyText}
      onPick={(option) => {
        onChange(option.id);
        setDraftText(null);
      }}
    />
  );
};

type AuxiliaryFieldProps = { name: string; property: SampleProperty; disabled: boolean; onChange(value: string): void };

/**
 * One property by its type: date, numbers, choice, checkbox, and free text with earlier values as suggestions (001
 * AUX-002 to AUX-005).
 */
const AuxiliaryField = ({ name, property, disabled, onChange }: AuxiliaryFieldProps) => {
  const t = useTexts(texts);
  const { testSamplePropertyType: type, value, listValue = [], inputHistory = [] } = property;
  const label = propertyLabel(property, language());
  const shared = { name, disabled, ...(disabled ? { placeholder: t('leftToLab') } : {}) };
  switch (type) {
    case PROPERTY_TYPE.date:
      return (
        <Field label={label}>
          <DateInput {...shared} fill value={value} onValueChange={onChange} />
        </Field>
      );
    case PROPERTY_TYPE.number:
    case PROPERTY_TYPE.decimal: {
      const quantity = readQuantity(value);
      const storedValue = auxiliaryValue(type, value);
      // Three decimals are stored (AUX-003): more of them are reported, not removed.
      const isRounded = quantity !== null && compare(parseDecimal(quantity), parseDecimal(storedValue)) !== 0;
      return (
        <Field label={label} hint={isRounded ? t('keptAs', { value: storedValue }) : undefined}>
          <QuantityInput
            {...shared}
            fill
            value={value}
            invalidProblem={problem('NOT_A_QUANTITY', { field: propertyName(property, language()) })}
            onText={onChange}
          />
        </Field>
      );
    }
    case PROPERTY_TYPE.select:
      return (
        <Field label={label}>
          <AuxiliarySelect
            {...shared}
            {...(disabled ? {} : { placeholder: t('choose') })}
            value={value}
            options={[...new Set([...listValue, ...inputHistory])]}
            onChange={onChange}
          />
        </Field>
      );
    case PROPERTY_TYPE.checkbox:
      return (
        <Field label={label} group>
          <Checkbox
            {...shared}
            className="auxiliary-check"
            aria-label={label}
            checked={value === 'true'}
            label={t(value === 'true' ? 'yes' : 'no')}
            onChange={(event) => onChange(event.currentTarget.checked ? 'true' : 'false')}
          />
        </Field>
      );
    default:
      return (
        <Field label={label}>
          <SuggestInput
            {...shared}
            value={value}
            maxLength={LIMITS.text}
            suggestions={inputHistory.map((entry) => ({ id: entry, value: entry }))}
            onChange={onChange}
          />
        </Field>
      );
  }
};

type Fields = Pick<SampleFields, 'testUnitSampleName' | 'buSamplePropertyInfo'>;
type Props = {
  fields: Fields;
  rawMaterial: boolean;
  mode: SampleFormMode;
  /** The laboratory determines the parameters, so values are not required (TID-006). */
  isLeftToLab: boolean;
  /** After the first attempt to save, a missing name is reported. */
  showsProblems: boolean;
  onChange(part: Partial<Fields>): void;
};

/**
 * Section "sample auxiliary information" (001 AUX-001 to AUX-008): the name of the sample and its properties, except
 * quantities and parts of the specification. A test item is named by its structure, elsewhere.
 */
export const AuxiliarySection = ({ fields, rawMaterial, mode, isLeftToLab, showsProblems, onChange }: Props) => {
  const t = useTexts(texts);
  const { testUnitSampleName: name, buSamplePropertyInfo: properties } = fields;
  const visibleProperties = properties
    .filter(isAuxiliaryField)
    .toSorted((left, right) => left.orderNum - right.orderNum);
  const setValue = (changed: SampleProperty, value: string) =>
    onChange({
      buSamplePropertyInfo: properties.map((property) => (property === changed ? { ...property, value } : property)),
    });
  return (
    <Card title={t(rawMaterial ? 'ofSample' : 'ofItem')}>
      {mode === 'readOnly' ? (
        <ReadOnlyFields
          columns={4}
          items={[
            ...(rawMaterial ? ([[t('sampleName'), name]] as const) : []),
            ...visibleProperties.map(
              (property) =>
                [
                  propertyName(property, language()),
                  propertyValueText(property, { yes: t('yes'), no: t('no'), language: language() }),
                ] as const,
            ),
          ]}
        />
      ) : (
        <div className="form-grid sample-grid">
          {rawMaterial && mode === 'edit' && (
            <Field
              label={t('sampleName')}
              required
              error={showsProblems && name.trim() === '' ? t('enterSampleName') : undefined}
            >
              <InputGroup
                fill
                name="testUnitSampleName"
                maxLength={LIMITS.text}
                value={name}
                onValueChange={(testUnitSampleName) => onChange({ testUnitSampleName })}
              />
            </Field>
          )}
          {visibleProperties.map((property, index) => (
            <AuxiliaryField
              key={property.testSamplePropertyId ?? `own-${index}`}
              name={`buSamplePropertyInfo.${properties.indexOf(property)}.value`}
              property={property}
              disabled={isLeftToLab}
              onChange={(value) => setValue(property, value)}
            />
          ))}
          {visibleProperties.length === 0 && !(rawMaterial && mode === 'edit') && (
            <p className="muted dense">{t('none')}</p>
          )}
        </div>
      )}
    </Card>
  );
};

const keyOf = ({ testSamplePropertyId, testSamplePropertySystemName }: SampleProperty): string =>
  testSamplePropertyId ?? testSamplePropertySystemName;

type UseAuxiliaryFields = Pick<SampleFields, 'buSamplePropertyInfo' | 'specificationType' | 'specificationBuildMethod'>;
type UseAuxiliaryInput = {
  sample: Pick<SampleView, 'id' | 'testUnitSampleId' | 'isNew' | 'isTestUnitConfirmTestParam' | 'tuSampleParamIds'>;
  testUnitId: string | null;
  parameterIds: readonly string[];
  fields: UseAuxiliaryFields;
  isLeftToLab: boolean;
  enabled: boolean;
  /** Sets values that the user did not type. */
  fill(part: Partial<UseAuxiliaryFields>): void;
};

/**
 * Adapts the form's auxiliary properties to those of the catalogue for the sample and its parameters (AUX-010), and
 * starts a new sample with the unit's defaults (AUX-011) and a specification from the existing values (SPM-010).
 */
export const useAuxiliary = ({
  sample,
  testUnitId,
  parameterIds,
  fields,
  isLeftToLab,
  enabled,
  fill,
}: UseAuxiliaryInput): void => {
  const t = useTexts(sampleTexts);
  // A sample that was left to the laboratory has no values for that reason: once it is determined, it starts with
  // defaults like a new one.
  const hasNoOwnValues = sample.isNew || (sample.isTestUnitConfirmTestParam && sample.tuSampleParamIds.length === 0);
  /** Properties that have had their default: one that is cleared afterwards stays empty. */
  const propertiesWithDefault = useRef<ReadonlySet<string>>(new Set());
  const paramIds = useDebouncedValue(parameterIds.join(','));
  const scope = testUnitId === null ? {} : { testUnitId };
  const otherInfo = useQuery({
    ...unitQueryOptions(getOtherInfo, { sampleId: sample.testUnitSampleId, paramIds, ...scope }),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const presets = useQuery({
    ...unitQueryOptions(getCustomPropertyConsign, scope),
    enabled,
    meta: { quiet: true },
    retry: false,
    staleTime: 300_000,
  });
  const catalogueProperties = otherInfo.isPlaceholderData ? undefined : otherInfo.data?.properties;

  const fillProperties = useEffectEvent((properties: readonly SampleProperty[]) => {
    const merged = mergedProperties(fields.buSamplePropertyInfo, properties);
    const takesDefaults = hasNoOwnValues && !isLeftToLab;
    const buSamplePropertyInfo = takesDefaults
      ? merged.flatMap((property) =>
          propertiesWithDefault.current.has(keyOf(property))
            ? [property]
            : withDefaults([property], presets.data ?? []),
        )
      : merged;
    if (takesDefaults)
      propertiesWithDefault.current = new Set([...propertiesWithDefault.current, ...merged.map(keyOf)]);
    const specification = takesDefaults
      ? specificationWithoutDialog({
          buSampleInfoId: sample.id,
          ...fields,
          properties: buSamplePropertyInfo,
          rule: otherInfo.data?.specificationParts ?? [],
          labels: { connector: t('connector'), custom: t('custom'), model: t('specificationModel') },
        })
      : null;
    if (specification || JSON.stringify(buSamplePropertyInfo) !== JSON.stringify(fields.buSamplePropertyInfo))
      fill({ buSamplePropertyInfo, ...specification });
  });
  const presetsLoaded = !presets.isPending;
  useEffect(() => {
    if (enabled && catalogueProperties && presetsLoaded)
      fillProperties(catalogueProperties.map(({ special: _special, ...property }) => property));
  }, [enabled, catalogueProperties, presetsLoaded]);
};
