import { z } from 'zod';
import { atLeast, Guid, listOf, operation, PageNumber } from './operation.js';
import { UnitAddressEntity } from './unit-address.contract.js';

const S = '/api/services/app/';

/** One control parameter as it is stored: "1" and "0" for flags. unitType 1 testing unit, 2 consigning unit. */
export const ControlParam = z.object({
  id: z.string(),
  unitType: z.literal([1, 2]),
  unitID: z.string(),
  paramCode: z.string(),
  paramValue: z.string(),
});
export const getListByUnitID = operation({
  name: 'GetListByUnitID',
  method: 'GET',
  path: `${S}BaSystemControlParam/GetListByUnitID`,
  summary: 'Control parameters of a unit; without unitId of one’s own. Of another testing unit, what the form needs',
  source: 'API-034',
  query: z.object({ unitType: z.coerce.number().pipe(z.literal([1, 2])), unitId: Guid.optional() }),
  result: z.array(ControlParam),
});

/** A user as lists show one. Nothing of a password is in it. */
export const SystemUserRow = z.object({
  id: z.string(),
  userName: z.string(),
  name: z.string(),
  fullName: z.string(),
  phone: z.string(),
  isActive: z.boolean(),
  roleNames: z.array(z.string()),
  creationTime: z.string(),
  lastLoginTime: z.string().nullable().optional(),
});
export type SystemUserRow = z.infer<typeof SystemUserRow>;
export const getSystemUserList = operation({
  name: 'GetSystemUserList',
  method: 'GET',
  path: `${S}User/GetSystemUserList`,
  summary: 'Users of the caller’s unit, all for an administrator; page from 1',
  source: 'API-035',
  query: z.object({
    ...atLeast,
    page: PageNumber,
    size: z.coerce.number().int().min(1).max(1000).default(10),
  }),
  result: listOf(SystemUserRow),
});

export const getConsignUnitInfo = operation({
  name: 'GetConsignUnitInfo',
  method: 'GET',
  path: `${S}ConsginUnit/GetConsginUnitInfo`,
  summary: 'Name and place of a consigning unit; without id of one’s own',
  source: 'API-035',
  query: z.object({ unitId: Guid.optional() }),
  result: z.object({
    id: z.string(),
    name: z.string(),
    province: z.string(),
    city: z.string(),
    detailAddress: z.string(),
  }),
});

export const getUnitAddressList = operation({
  name: 'GetUnitAddressList',
  method: 'GET',
  path: `${S}BaUnitAddress/GetListByUnitId`,
  summary: 'Addresses of a testing unit, or of one’s own consigning unit; the main one first',
  source: 'API-035',
  query: z.object({ unitId: Guid }),
  result: z.array(UnitAddressEntity),
});
