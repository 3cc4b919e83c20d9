import { z } from 'zod';
import { UNIT_LIMITS } from '#domain/units';
import { Guid, operation } from './operation.js';
import { ControlParam } from './unit.contract.js';
import { line, paragraphs } from './texts.js';

const S = '/api/services/app/BaSystemControlParam/';
const unitType = z.coerce.number().pipe(z.literal([1, 2]));

export const getByParamCode = operation({
  name: 'GetByParamCode',
  method: 'GET',
  path: `${S}GetByParamCode`,
  summary: 'One control parameter of a unit; null when it is not set',
  source: 'CP-003',
  query: z.object({ unitType, unitID: Guid.optional(), paramCode: line(60, 1) }),
  result: ControlParam.nullable(),
});

const normalizeUnitId = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'unitId' in value && !('unitID' in value)
    ? { ...value, unitID: value.unitId }
    : value;
/** One parameter to set; `unitId` is read as `unitID`. */
const Setting = z.preprocess(
  normalizeUnitId,
  z.object({ unitType, unitID: Guid, paramCode: line(60), paramValue: line(1000) }),
);
/**
 * The body is a list of parameters of one unit. The specification does not define the input of this call. A switch that
 * takes something away needs a reason, which the unit's history shows.
 */
export const setParamValues = operation({
  name: 'SetParamValues',
  method: 'POST',
  path: `${S}SetParamValues`,
  summary: 'Sets control parameters of a unit; a code set again keeps the last value',
  source: 'CP-003',
  query: z.object({ reason: paragraphs(UNIT_LIMITS.reason).default('') }),
  body: z
    .array(Setting)
    .min(1)
    .max(100)
    .transform((params) => ({ params })),
  result: z.array(ControlParam),
});
