import { Checkbox, HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core';
import { useState } from 'react';
import type { KeptProperty, KeptSampleForm } from '#contract';
import {
  FORM_LIMITS,
  problem,
  PROPERTY_TYPE,
  PROPERTY_TYPE_WORDS,
  propertyProblems,
  propertyWith,
  type Problem,
} from '#domain';
import { CountInput } from '../../components/number-input.js';
import { askWith } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './form.texts.js';
import { keepForm, placed } from './keep-form.js';
import type { Keeper } from './keeper.js';
import { typeName } from './property-types.js';
import { samplesChanged } from './sample-verbs.js';

type Draft = Pick<KeptProperty, 'name' | 'type' | 'unit' | 'value'> & { choices: string; place: number | null };

const choicesOf = ({ type, choices }: Draft): string[] =>
  type === PROPERTY_TYPE.select
    ? choices
        .split('\n')
        .map((each) => each.trim())
        .filter(Boolean)
    : [];

/** The same rules as the service’s, for the one property. */
const problemsOf =
  (others: readonly KeptProperty[]) =>
  (draft: Draft): Problem[] => [
    ...propertyProblems({
      properties: [
        propertyWith(
          { name: draft.name, type: draft.type, unit: draft.unit, value: draft.value, choices: choicesOf(draft) },
          '',
        ),
      ],
    }).map((found) => ({ ...found, path: (found.path ?? '').replace('properties.0.', '') })),
    ...(others.some(({ name }) => name === draft.name.trim())
      ? [problem('PROPERTY_NAME_TAKEN', { name: draft.name.trim() }, 'name')]
      : []),
  ];

const PropertyDialog = ({
  keeper,
  form,
  shown,
  onDone,
}: {
  keeper: Keeper;
  form: KeptSampleForm;
  shown: KeptProperty | null;
  onDone(): void;
}) => {
  const t = useTexts(texts);
  const [first] = useState<Draft>(() =>
    shown
      ? { ...shown, choices: shown.choices.join('\n'), place: form.properties.indexOf(shown) + 1 }
      : { name: '', type: 1, unit: '', value: '', choices: '', place: form.properties.length + 1 },
  );
  const others = form.properties.filter((each) => each !== shown);
  const save = (draft: Draft) => {
    const { name, type, unit, value, place } = draft;
    const entry = {
      ...(shown ? { id: shown.id } : {}),
      name: name.trim(),
      type,
      unit,
      value,
      choices: choicesOf(draft),
    };
    return keepForm(keeper, form, {
      properties: placed<Omit<KeptProperty, 'id' | 'isJoined'>>(
        form.properties,
        entry,
        shown,
        place ?? form.properties.length + 1,
      ),
    });
  };
  const done = () => {
    onDone();
    void samplesChanged();
  };
  return (
    <FormDialog
      title={t(shown ? 'editProperty' : 'addProperty')}
      width={800}
      first={first}
      problemsOf={problemsOf(others)}
      save={save}
      onDone={done}
    >
      {(draft, change, wrongWith) => (
        <div className="form-grid">
          <Field label={t('name')} required className="span-2" error={wrongWith('name')}>
            <InputGroup
              fill
              maxLength={FORM_LIMITS.name}
              value={draft.name}
              onValueChange={(name) => change({ name })}
            />
          </Field>
          <Field label={t('place')}>
            <CountInput
              fill
              min={1}
              max={form.properties.length + 1}
              value={draft.place}
              onCount={(place) => change({ place })}
            />
          </Field>
          <Field label={t('type')}>
            <HTMLSelect
              fill
              value={draft.type}
              options={Object.keys(PROPERTY_TYPE_WORDS).map((type) => ({
                value: Number(type),
                label: typeName(Number(type)),
              }))}
              onChange={(event) => change({ type: Number(event.currentTarget.value), value: '' })}
            />
          </Field>
          <Field label={t('unit')} error={wrongWith('unit')}>
            <InputGroup
              fill
              maxLength={FORM_LIMITS.unit}
              value={draft.unit}
              onValueChange={(unit) => change({ unit })}
            />
          </Field>
          {draft.type === PROPERTY_TYPE.checkbox ? (
            <Field label={t('value')} group>
              <Checkbox
                className="check"
                label={t('checked')}
                checked={draft.value === 'true'}
                onChange={(event) => change({ value: String(event.currentTarget.checked) })}
              />
            </Field>
          ) : (
            <Field label={t('value')} hint={t('valueHint')} error={wrongWith('value')}>
              <InputGroup
                fill
                maxLength={200}
                {...(draft.type === PROPERTY_TYPE.date ? { type: 'date' } : {})}
                value={draft.value}
                onValueChange={(value) => change({ value })}
              />
            </Field>
          )}
          {draft.type === PROPERTY_TYPE.select && (
            <Field
              label={t('choices')}
              required
              hint={t('choicesHint')}
              className="span-all"
              error={wrongWith('choices')}
            >
              <TextArea
                fill
                rows={6}
                value={draft.choices}
                onChange={(event) => change({ choices: event.currentTarget.value })}
              />
            </Field>
          )}
        </div>
      )}
    </FormDialog>
  );
};

/** Adds an auxiliary property to a sample, or changes the one that was shown. */
export const askProperty = (keeper: Keeper, form: KeptSampleForm, shown: KeptProperty | null): Promise<void> =>
  askWith<void>((settle) => <PropertyDialog keeper={keeper} form={form} shown={shown} onDone={() => settle()} />);
