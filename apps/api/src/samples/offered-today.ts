import type { CurrentStandards, StorableSample } from '#domain/catalogue';
import type { AttachmentKind, ConsignmentFacts } from '#domain/consignment';
import { dashedId, RuleBroken } from '#domain/rules';
import { ownSamplesOf } from '#domain/sample';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { Catalogues } from '../catalogue/catalogues.js';
import { typesFor as kindsFor } from '../files/attachments.queries.js';
import { Problem } from '../http/problem.js';

/**
 * The samples of a consignment, and those of their raw materials, as its testing unit offers them today. Null where there is no
 * unit to ask, or its system does not answer: a laboratory that is away keeps nobody from copying or submitting.
 */
export const loadCurrentOffer = async (
  catalogues: Catalogues,
  { samples, header: { testUnitId }, consignType }: ConsignmentFacts,
): Promise<StorableSample[] | null> => {
  return asked(catalogues, testUnitId, async (catalogue) => {
    const ids = new Set(
      samples
        .flatMap((sample) => [sample, ...ownSamplesOf(sample)])
        .map(({ testUnitSampleId }) => dashedId(testUnitSampleId)),
    );
    const found = await Promise.all([...ids].map((id) => catalogue.sample(id, consignType === 1 ? 0 : 1)));
    return found.filter((sample) => sample !== null);
  });
};

/** Which of the standards that are chosen in a consignment its testing unit still has. Null as in `offeredToday`. */
export const loadCurrentStandards = async (
  catalogues: Catalogues,
  { samples, header: { testUnitId } }: Pick<ConsignmentFacts, 'samples' | 'header'>,
): Promise<CurrentStandards> => {
  const chosen = samples
    .flatMap((sample) => [sample, ...ownSamplesOf(sample)])
    .flatMap(({ standards, parameters }) => [...standards, ...parameters.flatMap((parameter) => parameter.standards)])
    .flatMap(({ baBaseStandardId: id }) => (id === null ? [] : [dashedId(id)]));
  return asked(catalogues, testUnitId, async (catalogue) => {
    const found = chosen.length === 0 ? [] : await catalogue.standards([...new Set(chosen)]);
    return new Set(found.map(({ id }) => dashedId(id)));
  });
};

const asked = async <Answer>(
  catalogues: Catalogues,
  testUnitId: string | null,
  ask: (catalogue: Catalogue) => Promise<Answer>,
): Promise<Answer | null> => {
  if (testUnitId === null) return null;
  try {
    return await ask(await catalogues.of(testUnitId));
  } catch (error) {
    if (error instanceof Problem || error instanceof RuleBroken) return null;
    throw error;
  }
};

/** The kinds of files that the testing unit of a consignment asks for, its own and those of every unit (AT-001). */
export const accessoryTypesFor = async (
  catalogues: Catalogues,
  { consignType, header: { testUnitId } }: ConsignmentFacts,
): Promise<AttachmentKind[]> =>
  kindsFor(await catalogues.accessoryTypes(), { type: consignType === 1 ? 0 : 1, testUnitId });
