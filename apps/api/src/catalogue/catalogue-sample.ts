import { catalogueSamples, type CatalogueSampleRow } from '#domain';
import type { Views } from '#engines';
import { Problem } from '../http/problem.js';

/** @throws Problem 404 */
export const catalogueSampleOf = async (views: Views, sampleId: string): Promise<CatalogueSampleRow> => {
  const sample = await views.get<CatalogueSampleRow>(catalogueSamples, sampleId);
  if (!sample) throw Problem.notFound('sample id does not exist');
  return sample;
};

/** Comma-joined ids, with or without dashes. */
export const splitIds = (joined: string): string[] => joined.split(',').map((id) => id.trim()).filter(Boolean);
