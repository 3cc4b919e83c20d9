import { Checkbox } from '@blueprintjs/core';
import { useState } from 'react';
import type { KeptParameter, KeptRequirement, KeptSampleForm } from '#contract';
import { problem, type Problem } from '#domain';
import { askWith } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useTexts } from '../../i18n/texts.js';
import './catalogue-management.css';
import { texts } from './form.texts.js';
import { keepForm } from './keep-form.js';
import type { Keeper } from './keeper.js';
import { RequirementEditor } from './requirement-editor.js';
import { samplesChanged } from './sample-verbs.js';

type Draft = { paramIds: readonly string[]; text: string };
type Asked = { keeper: Keeper; form: KeptSampleForm; parameters: readonly KeptParameter[] };

const problemsOf = ({ paramIds, text }: Draft): Problem[] => [
  ...(paramIds.length === 0 ? [problem('REQUIREMENT_WITHOUT_PARAMETERS', {}, 'paramIds')] : []),
  ...(text.replaceAll(/<(?!img)[^>]*>/g, '').trim() === '' ? [problem('CATALOGUE_TEXT_REQUIRED', {}, 'text')] : []),
];

const RequirementDialog = ({
  asked: { keeper, form, parameters },
  shown,
  onDone,
}: {
  asked: Asked;
  shown: KeptRequirement | null;
  onDone(): void;
}) => {
  const t = useTexts(texts);
  const [first] = useState<Draft>(() => shown ?? { paramIds: [], text: '' });
  const save = ({ paramIds, text }: Draft) => {
    const entry = { ...(shown ? { id: shown.id } : {}), paramIds: [...paramIds], text };
    return keepForm(keeper, form, {
      requirements: shown
        ? form.requirements.map((each) => (each === shown ? entry : each))
        : [...form.requirements, entry],
    });
  };
  const done = () => {
    onDone();
    void samplesChanged();
  };
  return (
    <FormDialog
      title={t(shown ? 'editRequirement' : 'addRequirement')}
      width={800}
      first={first}
      problemsOf={problemsOf}
      save={save}
      onDone={done}
    >
      {(draft, change, wrongWith) => {
        const toggle = (id: string) =>
          change({
            paramIds: draft.paramIds.includes(id)
              ? draft.paramIds.filter((each) => each !== id)
              : [...draft.paramIds, id],
          });
        return (
          <div className="form-grid">
            <Field label={t('requirementParams')} required group className="span-all" error={wrongWith('paramIds')}>
              <div className="pack-params">
                {parameters.map(({ id, displayName }) => (
                  <Checkbox
                    key={id}
                    className="check"
                    label={displayName}
                    checked={draft.paramIds.includes(id)}
                    onChange={() => toggle(id)}
                  />
                ))}
              </div>
            </Field>
            <Field label={t('requirementText')} required group className="span-all" error={wrongWith('text')}>
              <RequirementEditor
                label={t('requirementText')}
                value={first.text}
                invalid={wrongWith('text') !== undefined}
                onChange={(text) => change({ text })}
              />
            </Field>
          </div>
        );
      }}
    </FormDialog>
  );
};

/** Adds what is asked for because of some parameters, or changes what was shown, if nobody changed the sample meanwhile. */
export const askRequirement = (asked: Asked, shown: KeptRequirement | null): Promise<void> =>
  askWith<void>((settle) => <RequirementDialog asked={asked} shown={shown} onDone={() => settle()} />);
