import { Tag } from '@blueprintjs/core';
import { texts as units } from '../../components/units/unit.texts.js';
import { useTexts } from '../../i18n/texts.js';

/** Whether a unit is on, in words and colour. */
export const UnitState = ({ isOn }: { isOn: boolean }) => {
  const t = useTexts(units);
  return (
    <Tag minimal intent={isOn ? 'success' : 'none'}>
      {t(isOn ? 'active' : 'inactive')}
    </Tag>
  );
};
