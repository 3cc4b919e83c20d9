import { type ComponentProps, useMemo } from 'react';
import { namedAreasIn, namedAreasLike } from '#domain';
import { SuggestInput } from '../suggest-input.js';
import { useAreas } from './use-areas.js';

/** `within`: names of the place that the text goes on from, the province first. */
type Props = Omit<ComponentProps<typeof SuggestInput>, 'suggestions' | 'narrowed'> & { within?: readonly string[] };

/** A text that begins with an area: its name anywhere in the country, or in the place given, is found by typing any part of it. */
export const AreaInput = ({ within, ...rest }: Props) => {
  const areas = useAreas();
  const place = (within ?? []).filter(Boolean).join('/');
  const named = useMemo(() => namedAreasIn(areas, place.split('/').filter(Boolean)), [areas, place]);
  const suggestions = useMemo(
    () => namedAreasLike(named, rest.value).map(({ id, name }) => ({ id: String(id), value: name })),
    [named, rest.value],
  );
  return <SuggestInput {...rest} narrowed maxLength={200} suggestions={suggestions} />;
};
