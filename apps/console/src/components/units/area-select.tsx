import { HTMLSelect } from '@blueprintjs/core';
import { citiesIn, provincesIn } from '#domain';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './unit.texts.js';
import './units.css';
import { useAreas } from './use-areas.js';

type Place = { sheng: string; shi: string };

/** Province and city; another province takes the city away. A stored name that the dictionary lacks stays to be seen. */
export const AreaSelect = ({ value, onChange }: { value: Place; onChange(place: Place): void }) => {
  const t = useTexts(texts);
  const areas = useAreas();
  const options = (names: readonly string[], chosen: string) => [
    { value: '', label: t('choose') },
    ...[...new Set([...names, ...(chosen === '' ? [] : [chosen])])].map((name) => ({ value: name, label: name })),
  ];
  return (
    <div className="area-select">
      <HTMLSelect
        aria-label={t('sheng')}
        value={value.sheng}
        options={options(
          provincesIn(areas).map(({ AreaName }) => AreaName),
          value.sheng,
        )}
        onChange={(event) => onChange({ sheng: event.currentTarget.value, shi: '' })}
      />
      <HTMLSelect
        aria-label={t('shi')}
        value={value.shi}
        disabled={value.sheng === ''}
        options={options(
          citiesIn(areas, value.sheng).map(({ AreaName }) => AreaName),
          value.shi,
        )}
        onChange={(event) => onChange({ sheng: value.sheng, shi: event.currentTarget.value })}
      />
    </div>
  );
};
