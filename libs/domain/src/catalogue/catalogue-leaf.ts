import type { CatalogueSample } from '#events';
import { isOffered, isShown } from './choose-parameters.js';

/** A parameter as it is found by its name; `isOffered` false: shown, yet not to be chosen (001 section 4). */
export type LeafParameter = { id: string; code: string; name: string; displayName: string; isOffered: boolean };

/** A sample as a leaf of the tree: what browsing and searching need of all samples at once. */
export type CatalogueLeafRow = Pick<
  CatalogueSample,
  | 'name'
  | 'sampleCode'
  | 'categoryId'
  | 'bigCategoryId'
  | 'sampleNameLink'
  | 'isLocaleItem'
  | 'orderNum'
  | 'isMixDesign'
> & {
  id: string;
  /** Those that are shown, in the order of the catalogue. */
  parameters: LeafParameter[];
  /** Every standard of the sample and of the parameters it shows, once. */
  standardIds: string[];
};

/** The leaf of a sample under the id by which it is asked for. */
export const leafOf = (id: string, sample: CatalogueSample): CatalogueLeafRow => {
  const { name, sampleCode, categoryId, bigCategoryId, sampleNameLink, isLocaleItem, orderNum, isMixDesign } = sample;
  const shown = sample.parameters.filter(isShown);
  return {
    id,
    name,
    sampleCode,
    categoryId,
    bigCategoryId,
    sampleNameLink,
    isLocaleItem,
    orderNum,
    isMixDesign,
    parameters: shown.map((parameter) => ({
      id: parameter.id,
      code: parameter.code,
      name: parameter.name,
      displayName: parameter.displayName,
      isOffered: isOffered(parameter),
    })),
    standardIds: [
      ...new Set(
        [...(sample.standards ?? []), ...shown.flatMap(({ standards, basis }) => [...standards, ...basis])].map(
          ({ standardId }) => standardId,
        ),
      ),
    ],
  };
};
