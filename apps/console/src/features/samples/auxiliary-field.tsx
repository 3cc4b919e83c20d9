import { Checkbox, InputGroup } from '@blueprintjs/core';
import { auxiliaryValue, compare, LIMITS, parseDecimal, problem, PROPERTY_TYPE, readQuantity } from '#domain';
import type { SampleProperty } from '#events';
import { Field } from '../../components/field.js';
import { QuantityInput } from '../../components/number-input.js';
import { SuggestInput } from '../../components/suggest-input.js';
import { useTexts } from '../../i18n/texts.js';
import { AuxiliarySelect } from './auxiliary-select.js';
import { texts } from './auxiliary.texts.js';

type Props = { name: string; property: SampleProperty; disabled: boolean; onChange(value: string): void };

/** One property by its type: date, numbers, choice, checkbox, and free text with what was typed before (001 AUX-002 to AUX-005). */
export const AuxiliaryField = ({ name, property, disabled, onChange }: Props) => {
  const t = useTexts(texts);
  const {
    testSamplePropertyType: type,
    testSamplePropertyDisplayName,
    unit,
    value,
    listValue = [],
    inputHistory = [],
  } = property;
  // A name that carries its unit already does not get it twice.
  const label =
    unit && !testSamplePropertyDisplayName.includes(unit)
      ? `${testSamplePropertyDisplayName}（${unit}）`
      : testSamplePropertyDisplayName;
  const shared = { name, disabled, ...(disabled ? { placeholder: t('leftToLab') } : {}) };
  switch (type) {
    case PROPERTY_TYPE.date:
      return (
        <Field label={label}>
          <InputGroup {...shared} fill type="date" value={value} onValueChange={onChange} />
        </Field>
      );
    case PROPERTY_TYPE.number:
    case PROPERTY_TYPE.decimal: {
      const read = readQuantity(value);
      const kept = auxiliaryValue(type, value);
      // Three decimals are kept (AUX-003): more of them are said, not taken away.
      const isRounded = read !== null && compare(parseDecimal(read), parseDecimal(kept)) !== 0;
      return (
        <Field label={label} hint={isRounded ? t('keptAs', { value: kept }) : undefined}>
          <QuantityInput
            {...shared}
            fill
            value={value}
            otherwise={problem('NOT_A_QUANTITY', { field: testSamplePropertyDisplayName })}
            onTyped={onChange}
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
            suggestions={inputHistory.map((typed) => ({ id: typed, value: typed }))}
            onChange={onChange}
          />
        </Field>
      );
  }
};

/** A value as it is read. */
export const auxiliaryText = (
  { testSamplePropertyType, value, unit }: SampleProperty,
  yes: string,
  no: string,
): string => {
  if (testSamplePropertyType === PROPERTY_TYPE.checkbox) return value === 'true' ? yes : value === 'false' ? no : '';
  return value && [value, unit].filter(Boolean).join(' ');
};
