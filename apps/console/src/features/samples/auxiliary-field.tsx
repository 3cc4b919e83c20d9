import { Checkbox, InputGroup } from '@blueprintjs/core';
import { auxiliaryValue, compare, LIMITS, parseDecimal, problem, PROPERTY_TYPE, readQuantity } from '#domain';
import type { SampleProperty } from '#events';
import { Field } from '../../components/field.js';
import { QuantityInput } from '../../components/number-input.js';
import { SuggestInput } from '../../components/suggest-input.js';
import { propertyLabel, propertyName } from '../../consignment/property-words.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { AuxiliarySelect } from './auxiliary-select.js';
import { texts } from './auxiliary.texts.js';

type Props = { name: string; property: SampleProperty; disabled: boolean; onChange(value: string): void };

/** One property by its type: date, numbers, choice, checkbox, and free text with what was typed before (001 AUX-002 to AUX-005). */
export const AuxiliaryField = ({ name, property, disabled, onChange }: Props) => {
  const t = useTexts(texts);
  const { testSamplePropertyType: type, value, listValue = [], inputHistory = [] } = property;
  const label = propertyLabel(property, language());
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
            otherwise={problem('NOT_A_QUANTITY', { field: propertyName(property, language()) })}
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
