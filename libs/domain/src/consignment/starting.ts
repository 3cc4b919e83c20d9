import { ROLE, type ConsignmentEvent } from '#events';
import { repricedWithMaterials, withoutGoneStandards, withoutWithdrawn } from '../catalogue/todays-prices.js';
import { copyOfSample } from '../raw-materials/material-samples.js';
import { problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import type { CommandOf } from './commands.js';
import { gate } from './gate.js';
import { newHeader } from './header.js';
import { namesIn, withNames, withoutGone } from './named-today.js';
import type { Consignment } from './state.js';

const FIRST_STATUS = 10;

export const create = (
  { by, at, consignType, consignUnitName, defaults }: CommandOf<'CreateConsignment'>,
  state: Consignment,
): ConsignmentEvent[] => {
  refuseIf(by.role === ROLE.client ? null : problem('ROLE_NOT_ALLOWED', { action: 'save' }));
  if (by.unitId === null) throw new RuleBroken(problem('NO_UNIT'));
  refuseIf(state.phase === 'absent' ? null : problem('ALREADY_EXISTS'));
  return [
    {
      type: 'ConsignmentCreated',
      data: {
        toStatus: FIRST_STATUS,
        consignType,
        consignUnitId: by.unitId,
        consignUnitName,
        header: newHeader(defaults),
        createdBy: by.userId,
        createdAt: at,
      },
    },
  ];
};

/** The same data and samples in a new draft, under the names and at the prices of today and without what is gone: no number, no signatures, nothing of the source's further life (API-021). */
export const copy = (
  {
    by,
    at,
    sourceId,
    source,
    sampleIds,
    materialIds,
    offered = [],
    standards = null,
    named = {},
  }: CommandOf<'CopyConsignment'>,
  state: Consignment,
): ConsignmentEvent[] => {
  refuseIf(gate('copy', source, by));
  refuseIf(state.phase === 'absent' ? null : problem('ALREADY_EXISTS'));
  const { consignType, consignUnitId, samples } = source;
  const { consignUnitName, header } = withNames(source, namesIn(source, named));
  return [
    {
      type: 'ConsignmentCopied',
      data: {
        toStatus: FIRST_STATUS,
        consignType,
        consignUnitId,
        consignUnitName,
        header: withoutGone(header, named),
        copiedFrom: sourceId,
        createdBy: by.userId,
        createdAt: at,
      },
    },
    ...samples.map((sample, index): ConsignmentEvent => ({
      type: 'SampleAdded',
      data: {
        sample: repricedWithMaterials(
          withoutGoneStandards(
            withoutWithdrawn(copyOfSample(sample, newIdAt(sampleIds, index), materialIds?.[index]), offered),
            offered,
            standards,
          ),
          offered,
        ),
      },
    })),
  ];
};

const newIdAt = (ids: readonly string[], index: number): string => {
  const id = ids[index];
  if (id === undefined) throw new Error(`A copy needs a new id for each of its samples, ${ids.length} were given`);
  return id;
};
