import { InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { COUNT, LIMITS } from '#domain';
import { CountInput } from '../../components/number-input.js';
import { Field } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import type { SampleFields } from './sample-draft.js';
import { texts } from './sample-form.texts.js';

const PERSON_TEXT = 50;
type Text = 'extractUnit' | 'extractTime' | 'extractPerson' | 'extractPersonCardNum' | 'castingDate';
const FACTS: readonly Text[] = ['extractUnit', 'extractTime', 'extractPerson', 'extractPersonCardNum', 'castingDate'];

/** Who took the sample where and when, and how old it is: what of it was entered, to be read. */
export const samplingFacts = (
  fields: SampleFields,
  t: (key: Text | 'ageWaitTime') => string,
): (readonly [string, string])[] => [
  ...FACTS.flatMap((name) => (fields[name] ? [[t(name), fields[name]] as const] : [])),
  ...(fields.ageWaitTime === null ? [] : [[t('ageWaitTime'), String(fields.ageWaitTime)] as const]),
];

type Props = {
  fields: SampleFields;
  errorOf(name: keyof SampleFields): string | undefined;
  onChange(part: Partial<SampleFields>): void;
};

/** The same to be filled in, all of it optional; the age is a whole number of days from 1 to 999 (SF-015). */
export const SamplingFields = ({ fields, errorOf, onChange }: Props) => {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(() => samplingFacts(fields, t).length > 0);
  const text = (name: Text, most: number, type = 'text') => (
    <Field label={t(name)}>
      <InputGroup
        fill
        name={name}
        type={type}
        maxLength={most}
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
            {...COUNT}
            value={fields.ageWaitTime}
            onCount={(_, ageWaitTime) => onChange({ ageWaitTime })}
          />
        </Field>
      </div>
    </details>
  );
};
