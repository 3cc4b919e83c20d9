import { HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core';
import { useId } from 'react';
import { Controller } from 'react-hook-form';
import { extraFieldLabel, extraFieldOptions } from '#domain/consignment';
import { problem } from '#domain/rules';
import type { ExtraField } from '#events';
import { DateInput } from '../../components/date-input.js';
import { Field } from '../../components/field.js';
import { QuantityInput } from '../../components/number-input.js';
import { useTexts } from '../../i18n/texts.js';
import { Choices } from './choices.js';
import { texts } from './texts.js';
import type { Draft } from './use-draft.js';

type ControlProps = {
  definition: ExtraField;
  name: string;
  value: string;
  onChange(value: string): void;
  onBlur(): void;
  id?: string;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string;
};

/** The control of a columnType (CF-019): an unknown type is plain text. Values are text for every control. */
const ExtraControl = ({ definition, value, onChange, onBlur, ...rest }: ControlProps) => {
  const t = useTexts(texts);
  const list = useId();
  const options = extraFieldOptions(definition);
  const shared = { ...rest, onBlur };
  switch (definition.columnType) {
    case 'inputNumber':
      return (
        <QuantityInput
          {...shared}
          fill
          isSigned
          value={value}
          invalidProblem={problem('EXTRA_NOT_A_NUMBER', { field: extraFieldLabel(definition) })}
          onText={onChange}
        />
      );
    case 'textArea':
      return (
        <TextArea {...shared} fill autoResize value={value} onChange={(event) => onChange(event.currentTarget.value)} />
      );
    case 'radio':
      return (
        <Choices
          name={rest.name}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          options={options.map((option) => ({ value: option, label: option }))}
        />
      );
    case 'select':
      return (
        <HTMLSelect
          {...shared}
          value={value}
          options={[
            { value: '', label: t('chooseOption') },
            ...options.map((option) => ({ value: option, label: option })),
          ]}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'date':
      return <DateInput {...shared} fill value={value} onChange={(event) => onChange(event.currentTarget.value)} />;
    case 'selectUpdate':
      return (
        <>
          <InputGroup
            {...shared}
            fill
            list={list}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <datalist id={list}>
            {options.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </datalist>
        </>
      );
    default:
      return <InputGroup {...shared} fill value={value} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
};

/** The unit's further fields: only visible ones, by columnIndex, with their defaults filled in (CF-018). */
export const ExtraFields = ({ draft }: { draft: Draft }) => {
  const t = useTexts(texts);
  const { control, getValues } = draft.form;
  const definitions = getValues('consignInfoProperties')
    .map((definition, index) => ({ definition, index }))
    .filter(({ definition }) => definition.visible)
    .sort((left, right) => left.definition.columnIndex - right.definition.columnIndex);
  if (definitions.length === 0) return null;
  return (
    <>
      <div className="form-subtitle" data-section="extra" tabIndex={-1}>
        {t('extra')}
      </div>
      {definitions.map(({ definition, index }) => (
        <Controller
          key={definition.id}
          control={control}
          name={`consignInfoProperties.${index}.value`}
          render={({ field, fieldState }) => (
            <Field
              label={extraFieldLabel(definition)}
              error={fieldState.error?.message}
              group={definition.columnType === 'radio'}
              className={definition.columnType === 'textArea' ? 'span-2' : ''}
            >
              <ExtraControl
                definition={definition}
                name={field.name}
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
              />
            </Field>
          )}
        />
      ))}
    </>
  );
};
