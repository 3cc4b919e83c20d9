import { SegmentedControl } from '@blueprintjs/core';
import type { OfferedParameter } from '#contract';
import { INPUT_MODE, type InputMode, isSimple } from '#domain/consignment';
import type { StandardLink } from '#events';
import { openAlertDialog } from '../../components/alert-dialog.js';
import { labelSeparator } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import type { SampleFields } from '../editor/sample-draft.js';
import { texts } from '../editor/sample-form.texts.js';
import { standardKey, type StandardNames } from '../standards/standard-rows.js';
import { emptySelection, type ParameterChoice, type Selection, toggleParameter } from './selection.js';

type FormState = { fields: Pick<SampleFields, 'inputMethod' | 'buSampleUseBaseStandard'>; selection: Selection };

const union = (links: readonly StandardLink[]): StandardLink[] => {
  const byKey = new Map<string, StandardLink>();
  for (const link of links) {
    const previous = byKey.get(standardKey(link));
    byKey.set(
      standardKey(link),
      previous && previous.useType !== link.useType ? { ...previous, useType: '3' } : (previous ?? link),
    );
  }
  return [...byKey.values()];
};

/**
 * The standards after the input mode was switched (MODE-001, 001.md A-09): simple takes the standards of all parameters
 * together for the sample; professional gives each parameter its default standards again. The assignment of standards
 * to parameters and those added by hand are lost, as the question before says.
 */
export const withInputMode = (
  mode: InputMode,
  { fields, selection }: FormState,
  parameters: readonly OfferedParameter[],
  names: StandardNames,
): FormState => {
  if (mode === INPUT_MODE.simple) {
    const links = [...selection.chosen.values()].flatMap((choice) => choice.links);
    return {
      fields: { inputMethod: mode, buSampleUseBaseStandard: union([...fields.buSampleUseBaseStandard, ...links]) },
      selection: {
        ...selection,
        pack: null,
        chosen: new Map([...selection.chosen].map(([id, choice]) => [id, { ...choice, links: [] }])),
      },
    };
  }
  const parametersById = new Map(parameters.map((parameter) => [parameter.id, parameter]));
  const withDefaults = (id: string, choice: ParameterChoice): ParameterChoice => {
    const parameter = parametersById.get(id);
    return {
      ...choice,
      links:
        (parameter &&
          toggleParameter(emptySelection(selection.isNeedConclusion), parameter, names).chosen.get(id)?.links) ??
        choice.links,
    };
  };
  return {
    fields: { inputMethod: mode, buSampleUseBaseStandard: [] },
    selection: {
      ...selection,
      chosen: new Map([...selection.chosen].map(([id, choice]) => [id, withDefaults(id, choice)])),
    },
  };
};

/** Simple or professional; switching asks first, because partly filled data may be lost (MODE-001, MODE-002). */
export const InputModeSwitch = ({
  value,
  readOnly,
  onSwitch,
}: {
  value: number;
  readOnly: boolean;
  onSwitch(mode: InputMode): void;
}) => {
  const t = useTexts(texts);
  const isSimpleMode = isSimple(value);
  if (readOnly)
    return (
      <span className="aux muted">
        {t('inputMode')}
        {labelSeparator()}
        {t(isSimpleMode ? 'simple' : 'professional')}
      </span>
    );
  const choose = async (mode: InputMode) => {
    if (
      isSimple(mode) !== isSimpleMode &&
      (await openAlertDialog({ message: t('modeQuestion'), confirm: t('change'), cancel: t('keep') }))
    )
      onSwitch(mode);
  };
  return (
    <span className="input-mode row tight" title={t(isSimpleMode ? 'simpleHint' : 'professionalHint')}>
      <span className="aux secondary only-wide">{t('inputMode')}</span>
      <SegmentedControl
        size="small"
        aria-label={t('inputMode')}
        value={String(isSimpleMode ? INPUT_MODE.simple : INPUT_MODE.professional)}
        options={[
          { value: String(INPUT_MODE.professional), label: t('professional') },
          { value: String(INPUT_MODE.simple), label: t('simple') },
        ]}
        onValueChange={(chosen) =>
          void choose(chosen === String(INPUT_MODE.simple) ? INPUT_MODE.simple : INPUT_MODE.professional)
        }
      />
    </span>
  );
};
