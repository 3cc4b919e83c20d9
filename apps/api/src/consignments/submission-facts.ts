import { setTimeout as wait } from 'node:timers/promises';
import type { CurrentStandards, StorableSample } from '#domain/catalogue';
import {
  type AttachmentKind,
  type Consignment,
  type ConsignmentFacts,
  loadCurrentNames,
  type CurrentNames,
  type SubmissionFacts,
  submitActionProblems,
  catalogueScopeOf,
} from '#domain/consignment';
import { dashedId, RuleBroken } from '#domain/rules';
import { ownSamplesOf } from '#domain/sample';
import { type Actor, type EventStore } from '#events';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { Catalogues } from '../catalogue/catalogues.js';
import { typesFor } from '../files/attachments.queries.js';
import { Problem } from '../http/problem.js';

/** The maximum wait of the preview of a submission for a laboratory's system. */
const PREVIEW_TIMEOUT_MS = 1_000;

/** Waits for the response of a laboratory's system; null if there is none. */
type WaitForLab = <Result>(response: Promise<Result | null>) => Promise<Result | null>;
const withoutLimit: WaitForLab = (response) => response;

/**
 * The facts outside of the consignment that a submission depends on. Null, without any call, if the form itself is
 * refused.
 */
export const loadSubmissionFacts = async (
  store: EventStore,
  catalogues: Catalogues,
  state: Consignment,
  by: Actor,
  waitForLab: WaitForLab = withoutLimit,
): Promise<SubmissionFacts | null> => {
  if (state.phase !== 'open' || submitActionProblems(state, by).length > 0) return null;
  const [kinds, availableSamples, currentNames] = await Promise.all([
    attachmentKindsFor(catalogues, state),
    waitForLab(loadCurrentOffer(catalogues, state)),
    loadReferencedNames(store, catalogues, state, waitForLab),
  ]);
  return { kinds, currentSamples: availableSamples, currentNames };
};

/** The same for a preview, which does not wait long for a slow laboratory system. */
export const loadFactsForPreview = (
  store: EventStore,
  catalogues: Catalogues,
  state: Consignment,
  by: Actor,
): Promise<SubmissionFacts | null> => loadSubmissionFacts(store, catalogues, state, by, withTimeout);

/**
 * The current names of the things that a consignment refers to. If the laboratory has its own system, its
 * qualifications come from there.
 */
export const loadReferencedNames = async (
  store: EventStore,
  catalogues: Catalogues,
  state: Pick<ConsignmentFacts, 'consignUnitId' | 'header'>,
  waitForLab: WaitForLab = withoutLimit,
): Promise<CurrentNames> =>
  loadCurrentNames(store, state, await waitForLab(systemQualifications(catalogues, state.header.testUnitId)));

const systemQualifications = async (catalogues: Catalogues, testUnitId: string | null) => {
  try {
    return (await (await catalogues.labCatalogueOf(testUnitId))?.qualifications()) ?? null;
  } catch (error) {
    if (error instanceof Problem || error instanceof RuleBroken) return null;
    throw error;
  }
};

const withTimeout: WaitForLab = async (response) => {
  const responded = new AbortController();
  const timeout = wait(PREVIEW_TIMEOUT_MS, null, { signal: responded.signal }).catch(() => null);
  return Promise.race([response, timeout]).finally(() => responded.abort());
};

/**
 * The samples of a consignment, and those of their raw materials, as its testing unit offers them now. Null if no unit
 * is chosen or its system does not respond. Consignments can be copied and submitted all the same.
 */
export const loadCurrentOffer = async (
  catalogues: Catalogues,
  { samples, header: { testUnitId }, consignType }: ConsignmentFacts,
): Promise<StorableSample[] | null> =>
  queryCatalogue(catalogues, testUnitId, async (catalogue) => {
    const ids = new Set(
      samples
        .flatMap((sample) => [sample, ...ownSamplesOf(sample)])
        .map(({ testUnitSampleId }) => dashedId(testUnitSampleId)),
    );
    const catalogueSamples = await Promise.all(
      [...ids].map((id) => catalogue.sample(id, catalogueScopeOf(consignType))),
    );
    return catalogueSamples.filter((sample) => sample !== null);
  });

/** The standards chosen in a consignment that its testing unit still has. Null as in `loadCurrentOffer`. */
export const loadCurrentStandards = async (
  catalogues: Catalogues,
  { samples, header: { testUnitId } }: Pick<ConsignmentFacts, 'samples' | 'header'>,
): Promise<CurrentStandards> => {
  const standardIds = samples
    .flatMap((sample) => [sample, ...ownSamplesOf(sample)])
    .flatMap(({ standards, parameters }) => [...standards, ...parameters.flatMap((parameter) => parameter.standards)])
    .flatMap(({ baBaseStandardId: id }) => (id === null ? [] : [dashedId(id)]));
  return queryCatalogue(catalogues, testUnitId, async (catalogue) => {
    const standards = standardIds.length === 0 ? [] : await catalogue.standards([...new Set(standardIds)]);
    return new Set(standards.map(({ id }) => dashedId(id)));
  });
};

/** Null if no testing unit is chosen, or its catalogue cannot be queried. */
const queryCatalogue = async <Result>(
  catalogues: Catalogues,
  testUnitId: string | null,
  query: (catalogue: Catalogue) => Promise<Result>,
): Promise<Result | null> => {
  if (testUnitId === null) return null;
  try {
    return await query(await catalogues.ofUnit(testUnitId));
  } catch (error) {
    if (error instanceof Problem || error instanceof RuleBroken) return null;
    throw error;
  }
};

/** The kinds of files that the testing unit of a consignment requests, its own and those of all units (AT-001). */
export const attachmentKindsFor = async (
  catalogues: Catalogues,
  { consignType, header: { testUnitId } }: ConsignmentFacts,
): Promise<AttachmentKind[]> =>
  typesFor(await catalogues.accessoryTypes(), { type: catalogueScopeOf(consignType), testUnitId });
