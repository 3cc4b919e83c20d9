import type { SampleProperty } from '#events';

/** What some auxiliary properties mean to the form (001 §5). */
export type SpecialProperty = 'representativeBatch' | 'sampleCount' | 'manufacturer' | 'batchNo';

/**
 * The names by which they are known (001.md A-21): the specification gives English names only, laboratories use Chinese ones. A
 * laboratory that calls one otherwise is added here; system names and display names are both looked at.
 */
export const SPECIAL_NAMES: Readonly<Record<SpecialProperty, readonly string[]>> = {
  representativeBatch: ['representativeBatch', 'representative batch', '代表批量', '代表数量'],
  sampleCount: ['sampleCount', 'sample count', 'test specimen quantity', '样品数量', '试件数量'],
  manufacturer: ['manufacturer', '生产厂家', '生产厂家／产地', '生产厂家/产地'],
  batchNo: ['batchNo', 'batch no', 'batch no.', '批号'],
};

type Named = Pick<SampleProperty, 'testSamplePropertySystemName' | 'testSamplePropertyDisplayName'>;

const specials = Object.keys(SPECIAL_NAMES) as SpecialProperty[];
const plain = (name: string): string => name.trim().toLowerCase();

/** What a property means, by its names; null for most. `names` are those of SPECIAL_NAMES unless told. */
export const specialOf = (
  { testSamplePropertySystemName, testSamplePropertyDisplayName }: Named,
  names = SPECIAL_NAMES,
): SpecialProperty | null =>
  specials.find((special) =>
    names[special].some((name) =>
      [testSamplePropertySystemName, testSamplePropertyDisplayName].map(plain).includes(plain(name)),
    ),
  ) ?? null;

/** Its value is a quantity of the sample: delegatesNum or sampleNum (AUX-007). */
export const feedsQuantity = (property: Named): boolean => {
  const special = specialOf(property);
  return special === 'representativeBatch' || special === 'sampleCount';
};

/** Stands in the auxiliary section: quantities stand with the sample, joined ones in the specification dialog (AUX-007, AUX-008). */
export const isShownAsAuxiliary = (property: Named & Pick<SampleProperty, 'isJoinSpecification'>): boolean =>
  !property.isJoinSpecification && !feedsQuantity(property);
