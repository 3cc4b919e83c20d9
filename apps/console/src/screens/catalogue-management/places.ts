import type { CatalogueSampleView } from '#contract';

/**
 * A laboratory's own samples, or the system template for the administrator; and those of a unit that the administrator
 * chose.
 */
export const SAMPLES = '/BusinessManagement/testSample';
export const UNIT_SAMPLES = `${SAMPLES}/unit/:unitId`;
export const SAMPLE = `${SAMPLES}/sample/:sampleId`;
export const UNIT_SAMPLE = `${UNIT_SAMPLES}/sample/:sampleId`;

export const PARAM_PACKS = '/BusinessManagement/paramPack';
export const UNIT_PARAM_PACKS = `${PARAM_PACKS}/unit/:unitId`;

export const BASE_STANDARDS = '/SystemManager/baseStandard';
export const LISTS = '/SystemManager/dictionary';
export const WANTED_PARAMETERS = '/BusinessManagement/wantedParameter';
export const ACCESSORY_TYPES = '/BusinessManagement/accessoryType';

/** `unitId` null: the own unit, or the template. */
export const samplesPlace = (unitId: string | null): string =>
  unitId === null ? SAMPLES : `${SAMPLES}/unit/${unitId}`;
export const packsPlace = (unitId: string | null): string =>
  unitId === null ? PARAM_PACKS : `${PARAM_PACKS}/unit/${unitId}`;
export const samplePlace = ({ id }: Pick<CatalogueSampleView, 'id'>, unitId: string | null): string =>
  `${samplesPlace(unitId)}/sample/${id}`;
