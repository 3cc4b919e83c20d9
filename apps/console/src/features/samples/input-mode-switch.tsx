import { SegmentedControl } from '@blueprintjs/core';
import { INPUT_MODE, type InputMode, isSimple } from '#domain';
import { alertUser } from '../../components/alert-dialog.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './sample-form.texts.js';

/** Simple or professional; switching asks first, as partly filled data may be lost (MODE-001, MODE-002). */
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
  const simple = isSimple(value);
  if (readOnly)
    return (
      <span className="aux muted">
        {t('inputMode')}：{t(simple ? 'simple' : 'professional')}
      </span>
    );
  const choose = async (asked: InputMode) => {
    if (
      isSimple(asked) !== simple &&
      (await alertUser({ message: t('modeQuestion'), confirm: t('change'), cancel: t('keep') }))
    )
      onSwitch(asked);
  };
  return (
    <span className="input-mode row tight" title={t(simple ? 'simpleHint' : 'professionalHint')}>
      <span className="aux secondary only-wide">{t('inputMode')}</span>
      <SegmentedControl
        size="small"
        aria-label={t('inputMode')}
        value={String(simple ? INPUT_MODE.simple : INPUT_MODE.professional)}
        options={[
          { value: String(INPUT_MODE.professional), label: t('professional') },
          { value: String(INPUT_MODE.simple), label: t('simple') },
        ]}
        onValueChange={(asked) =>
          void choose(asked === String(INPUT_MODE.simple) ? INPUT_MODE.simple : INPUT_MODE.professional)
        }
      />
    </span>
  );
};
