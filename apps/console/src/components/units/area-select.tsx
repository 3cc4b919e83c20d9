import { HTMLSelect } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useMemo } from 'react';
import { getAreaList } from '#contract';
import { type Area, citiesIn, namedAreasIn, namedAreasLike, provincesIn } from '#domain/units';
import { useTexts } from '../../i18n/texts.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { SuggestInput } from '../suggest-input.js';
import { texts } from './unit.texts.js';
import './units.css';

const NONE: readonly Area[] = [];

/** Areas of the whole country, read once; empty until they are loaded. */
export const useAreas = (): readonly Area[] =>
  useQuery({ ...queryOptionsOf(getAreaList), staleTime: Infinity }).data ?? NONE;

type ProvinceAndCity = { sheng: string; shi: string };

/** Province and city; another province clears the city. A stored name that is not in the dictionary stays visible. */
export const AreaSelect = ({ value, onChange }: { value: ProvinceAndCity; onChange(area: ProvinceAndCity): void }) => {
  const t = useTexts(texts);
  const areas = useAreas();
  const options = (names: readonly string[], current: string) => [
    { value: '', label: t('choose') },
    ...[...new Set([...names, ...(current === '' ? [] : [current])])].map((name) => ({ value: name, label: name })),
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

/** `within`: names of the area in which the text continues, the province first. */
type Props = Omit<ComponentProps<typeof SuggestInput>, 'suggestions' | 'narrowed'> & { within?: readonly string[] };

/** A text that begins with an area: typing any part of its name finds it, in the whole country or within an area. */
export const AreaInput = ({ within, ...rest }: Props) => {
  const areas = useAreas();
  const areaPath = (within ?? []).filter(Boolean).join('/');
  const namedAreas = useMemo(() => namedAreasIn(areas, areaPath.split('/').filter(Boolean)), [areas, areaPath]);
  const suggestions = useMemo(
    () => namedAreasLike(namedAreas, rest.value).map(({ id, name }) => ({ id: String(id), value: name })),
    [namedAreas, rest.value],
  );
  return <SuggestInput {...rest} narrowed maxLength={200} suggestions={suggestions} />;
};
