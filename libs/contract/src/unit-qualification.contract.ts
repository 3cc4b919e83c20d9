import { z } from 'zod';
import { Guid, operation } from './operation.js';
import { paragraphs } from './texts.js';

const S = '/api/services/app/TuQualification/';

/** A qualification of a testing unit (002 UN-009). `isChosen`: the consignment in the query names it. */
export const TuQualification = z.object({
  id: z.string(),
  name: z.string(),
  sysQualificationId: z.string(),
  testUnitId: z.string(),
  orderIndex: z.number(),
  createTime: z.string(),
  isChosen: z.boolean(),
});
export type TuQualification = z.infer<typeof TuQualification>;
const orderIndex = z.number().int().min(0).max(1000);

export const tuQualificationGetAll = operation({
  name: 'TuQualificationGetAll',
  method: 'GET',
  path: `${S}GetAll`,
  summary: 'Qualifications of a testing unit in their order; with a consignment, which of them it names',
  source: 'UN-009',
  query: z.object({ testUnitId: Guid, consignId: Guid.optional() }),
  result: z.array(TuQualification),
});
export const tuQualificationGet = operation({
  name: 'TuQualificationGet',
  method: 'GET',
  path: `${S}Get`,
  summary: 'One qualification of a testing unit',
  source: 'UN-009',
  query: z.object({ id: Guid }),
  result: TuQualification,
});
export const tuQualificationCreate = operation({
  name: 'TuQualificationCreate',
  method: 'POST',
  path: `${S}Create`,
  summary: 'Gives a testing unit a qualification of the catalogue; last unless a place is named',
  source: 'UN-009',
  body: z.object({ testUnitId: Guid, sysQualificationId: Guid, orderIndex: orderIndex.optional() }),
  result: TuQualification,
});
export const tuQualificationUpdate = operation({
  name: 'TuQualificationUpdate',
  method: 'PUT',
  path: `${S}Update`,
  summary: 'Puts a qualification of a testing unit at another place',
  source: 'UN-009',
  body: z.object({ id: Guid, orderIndex }),
  result: TuQualification,
});
export const tuQualificationDelete = operation({
  name: 'TuQualificationDelete',
  method: 'DELETE',
  path: `${S}Delete`,
  summary: 'Takes a qualification from a testing unit',
  source: 'UN-009',
  query: z.object({ id: Guid, reason: paragraphs(1000).default('') }),
  result: z.literal(true),
});
