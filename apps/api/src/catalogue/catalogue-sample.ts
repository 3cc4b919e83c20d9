import { problem, RuleBroken, sameId, type CatalogueSampleRow } from '#domain';
import type { Catalogue } from './catalogue.js';

type Asked = { sampleId: string; category?: string | undefined; scope?: number | undefined };

/** A sample that the unit offers; in the category and of the kind, where these are named. @throws RuleBroken NO_SUCH_CATALOGUE_SAMPLE */
export const catalogueSampleOf = async (catalogue: Catalogue, { sampleId, category, scope }: Asked): Promise<CatalogueSampleRow> => {
  const sample = await catalogue.sample(sampleId);
  const isThere = sample && (category === undefined || sameId(category, sample.categoryId) || sameId(category, sample.bigCategoryId)) && (scope === undefined || scope === sample.isLocaleItem);
  if (!isThere) throw new RuleBroken(problem('NO_SUCH_CATALOGUE_SAMPLE'));
  return sample;
};
