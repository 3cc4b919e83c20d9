import { Tag } from '@blueprintjs/core';
import type { UnitOpening } from '#contract';
import { texts as units } from '../../components/units/unit.texts.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

type Standing = { isOn: boolean; opening?: UnitOpening | undefined };

/** Whether a unit is on, or waits to be opened for the first time, in words and colour. */
export const UnitState = ({ isOn, opening }: Standing) => {
  const t = useTexts(texts);
  const u = useTexts(units);
  if (opening)
    return (
      <Tag minimal intent={opening.state === 'waiting' ? 'warning' : 'danger'}>
        {t(opening.state)}
      </Tag>
    );
  return (
    <Tag minimal intent={isOn ? 'success' : 'none'}>
      {u(isOn ? 'active' : 'inactive')}
    </Tag>
  );
};
