import { Button, InputGroup } from '@blueprintjs/core';
import { useRef, useState } from 'react';
import type { SampleFormView } from '#contract';
import { patternExample, patternProblems, applyPropertyPatch } from '#domain/catalogue-maintenance';
import { openDialog } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useTexts } from '../../i18n/texts.js';
import { saveSampleForm } from './catalogue-writes.js';
import { texts } from './form.texts.js';
import { type CatalogueOwner, samplesChanged } from './catalogue-actions.js';

/**
 * The pattern of the specification: typed, or its properties inserted at the cursor by a click; the example follows.
 */
const PatternDialog = ({ owner, form, onDone }: { owner: CatalogueOwner; form: SampleFormView; onDone(): void }) => {
  const t = useTexts(texts);
  const [initialDraft] = useState({ specification: form.specification });
  const input = useRef<HTMLInputElement>(null);
  const properties = form.properties.map(({ id, isJoined: _, ...property }) => applyPropertyPatch(property, id));
  const exampleOf = (specification: string) =>
    specification === form.specification && form.example !== ''
      ? form.example
      : patternExample(specification, properties);
  const handleDone = () => {
    onDone();
    void samplesChanged();
  };
  return (
    <FormDialog
      title={t('editSpecification')}
      width={800}
      initial={initialDraft}
      problemsOf={({ specification }) => patternProblems(specification, properties)}
      save={({ specification }) => saveSampleForm(owner, form, { specification })}
      onDone={handleDone}
    >
      {({ specification }, change, problemAt) => {
        const insert = (text: string) => {
          const position = input.current?.selectionStart ?? specification.length;
          change({
            specification:
              specification.slice(0, position) + text + specification.slice(input.current?.selectionEnd ?? position),
          });
          queueMicrotask(() => {
            input.current?.focus();
          });
        };
        return (
          <div className="stack">
            <Field label={t('pattern')} hint={t('patternHint')} error={problemAt('specification')}>
              <InputGroup
                fill
                inputRef={input}
                maxLength={500}
                value={specification}
                onValueChange={(text) => change({ specification: text })}
              />
            </Field>
            <div className="pattern-pieces" role="group" aria-label={t('insert')}>
              {properties.map(({ testSamplePropertyId: id, testSamplePropertyDisplayName: name }) => (
                <Button
                  key={id}
                  size="small"
                  text={name}
                  disabled={specification.includes(`{${name}}`)}
                  onClick={() => insert(`{${name}}`)}
                />
              ))}
              <Button size="small" variant="outlined" text={t('insertCustom')} onClick={() => insert('[-]')} />
            </div>
            <div className="pattern-example">
              <span className="muted">{t('example')}</span>{' '}
              <output>
                {patternProblems(specification, properties).length > 0 ? '—' : exampleOf(specification) || '—'}
              </output>
            </div>
          </div>
        );
      }}
    </FormDialog>
  );
};

export const openPatternDialog = (owner: CatalogueOwner, form: SampleFormView): Promise<void> =>
  openDialog<void>((settle) => <PatternDialog owner={owner} form={form} onDone={() => settle()} />);
