import type { Sample, SampleProperty } from '#events';
import { specialOf } from '../auxiliary/special-properties.js';

/** The properties that say where a material comes from: manufacturer and batch number (001 AUX-009, 002 RC-003). */
export const ORIGIN_PROPERTIES = { produceInfo: 'manufacturer', piHao: 'batchNo' } as const;
export type OriginProperty = keyof typeof ORIGIN_PROPERTIES;

/** Manufacturer and batch number of a sample as typed; empty where its catalogue has no such property. */
export const originOf = (properties: Sample['properties']): Record<OriginProperty, string> => {
  const valueOf = (special: string) => properties.find((property) => specialOf(property) === special)?.value ?? '';
  return { produceInfo: valueOf(ORIGIN_PROPERTIES.produceInfo), piHao: valueOf(ORIGIN_PROPERTIES.piHao) };
};

/** The properties with another manufacturer or batch number; one that the sample's catalogue does not have is not added. */
export const withOrigin = (
  properties: readonly SampleProperty[],
  origin: Partial<Record<OriginProperty, string>>,
): SampleProperty[] =>
  (Object.keys(origin) as OriginProperty[]).reduce<SampleProperty[]>(
    (now, name) =>
      now.map((property) =>
        specialOf(property) === ORIGIN_PROPERTIES[name] ? { ...property, value: origin[name] ?? '' } : property,
      ),
    [...properties],
  );
