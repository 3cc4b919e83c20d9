import { z } from 'zod';
import { atLeast, Guid, listOf, operation, page } from './operation.js';
import { auditFields, AddressInput, UnitAddressEntity } from './unit-address.contract.js';
import { UnitOpening } from './unit-opening.contract.js';
import { code, line, paragraphs, phone, search } from './texts.js';

const S = '/api/services/app/ConsginUnit/';

/**
 * A complete consigning unit with its twelve members (002 UN-011; uninCode is the specification's spelling), and those
 * that the administration needs in addition. status: 1 open, 0 deactivated.
 */
export const ConsignUnit = z.object({
  id: z.string(),
  revision: z.number(),
  unitNo: z.string(),
  name: z.string(),
  regPerson: z.string(),
  regPhone: z.string(),
  regTime: z.string(),
  sheng: z.string(),
  shi: z.string(),
  detailAddress: z.string(),
  description: z.string(),
  logoPath: z.string(),
  uninCode: z.string(),
  status: z.number(),
  opening: UnitOpening.optional(),
  addresses: z.array(UnitAddressEntity),
  ...auditFields,
});
export type ConsignUnit = z.infer<typeof ConsignUnit>;

const text = line(1000);
/** Members of a consigning unit. On an update, an absent member stays unchanged. */
export const SaveConsignUnitRequest = z
  .object({
    unitNo: code(1000),
    name: text,
    regPerson: text,
    regPhone: phone(1000),
    regTime: text,
    sheng: text,
    shi: text,
    detailAddress: text,
    description: paragraphs(10_000),
    uninCode: code(1000),
    addresses: z.array(AddressInput).max(100),
  })
  .partial();
export type SaveConsignUnitRequest = z.output<typeof SaveConsignUnitRequest>;
const unitShape = SaveConsignUnitRequest.shape;

export const getConsginUnitListBySys = operation({
  name: 'GetConsginUnitListBySys',
  method: 'GET',
  path: `${S}GetConsginUnitListBySys`,
  summary: 'Consigning units page by page; search matches name, number and code',
  source: 'UN-012',
  query: z.object({
    ...page,
    ...atLeast,
    search: search(200).default(''),
    status: z.coerce
      .number()
      .pipe(z.literal([0, 1]))
      .optional(),
    opening: UnitOpening.shape.state.optional(),
  }),
  result: listOf(ConsignUnit),
});
export const addConsginUnit = operation({
  name: 'AddConsginUnit',
  method: 'POST',
  path: `${S}AddConsginUnit`,
  summary: 'Registers a consigning unit',
  source: 'UN-018',
  body: z.object(unitShape),
  result: ConsignUnit,
});
export const updateConsginUnit = operation({
  name: 'UpdateConsginUnit',
  method: 'PUT',
  path: `${S}UpdateConsginUnit`,
  summary: 'Changes a consigning unit; its own staff change what is not the platform’s',
  source: 'UN-019',
  body: z.object({ id: Guid, ...unitShape }),
  result: ConsignUnit,
});
export const changeConsginUnitActive = operation({
  name: 'ChangeConsginUnitActive',
  method: 'POST',
  path: `${S}ChangeConsginUnitActive`,
  summary: 'Switches a consigning unit on or off',
  source: 'UN-018',
  body: z.object({ id: Guid, isActive: z.boolean(), reason: paragraphs(1000).default('') }),
  result: ConsignUnit,
});
export const getConsginUnitById = operation({
  name: 'GetConsginUnitById',
  method: 'GET',
  path: `${S}GetConsginUnitById`,
  summary: 'One consigning unit whole, for itself and the administrator',
  source: 'UN-019',
  query: z.object({ id: Guid }),
  result: ConsignUnit,
});
/** The caller's own unit; null if the caller has none. */
export const getConsginUnit = operation({
  name: 'GetConsginUnit',
  method: 'GET',
  path: `${S}GetConsginUnit`,
  summary: 'The caller’s own consigning unit',
  source: 'UN-019',
  result: ConsignUnit.nullable(),
});
