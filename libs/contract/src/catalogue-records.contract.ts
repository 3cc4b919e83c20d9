import { z } from 'zod';
import { unreadableIn } from '#domain';
import { SpecificationRuleLine } from '#events';
import { atLeast, Guid, listOf, operation, page } from './operation.js';
import { line, opaque, search } from './texts.js';

const P = '/api/pre/';
const unit = { testUnitId: Guid.optional() };
const text = line(200);
const flag = z.union([z.boolean().transform(Number), z.coerce.number().pipe(z.literal([0, 1]))]);

/** The twelve members of a line (SPM-014); flags as 0 or 1, or as booleans. Others are left out. */
const RuleLine = SpecificationRuleLine.extend({
  attributeId: text.nullable(),
  name: text,
  displayName: text,
  systemFieldName: text,
  value: opaque(200), // a connector may be a blank
  dataType: z.coerce.number().int(),
  infoType: z.coerce.number().int(),
  orderNo: z.coerce.number().int(),
  customized: flag,
  isJoinSpecification: flag,
  isShowTest: flag,
  inputHistory: z.array(text).max(100),
});
const valueOf = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};
/** JSON text, read by the rule for every text of a request (unreadableIn), which saw it before it was read. */
const fromJson = opaque(100_000).transform((json, context): unknown => {
  const value = valueOf(json);
  if (value !== undefined && unreadableIn(value).length === 0) return value;
  context.addIssue({ code: 'custom', message: '' });
  return z.NEVER;
});
const RuleLines = z.array(RuleLine).max(50);

/** A line has the twelve members; of the catalogue's own rule also choices, unit and whether it may be deleted. */
export const getConcatRules = operation({
  name: 'GetConcatRules',
  family: 'pre',
  method: 'GET',
  path: `${P}concat-rules`,
  summary:
    'Rule by which a specification is joined: the one the caller’s unit saved, else the testing unit’s, else the catalogue’s',
  source: 'SAPI-019',
  query: z.object({ sampleId: Guid, ...unit }),
  result: z.array(
    z.looseObject({
      id: z.string(),
      sampleId: z.string(),
      name: z.string(),
      separator: z.string(),
      example: z.string(),
      configData: z.array(z.looseObject(RuleLine.shape)),
    }),
  ),
});
export const saveSpecification = operation({
  name: 'SaveSpecification',
  family: 'pre',
  method: 'POST',
  path: '/api/specification/saveOrUpdate',
  summary: 'Saves how the caller’s unit joins the specification of a sample',
  source: 'PRE-016',
  form: true,
  query: z.object({ ...unit }),
  body: z.object({ sampleId: Guid, configData: z.union([fromJson, z.array(z.unknown())]).pipe(RuleLines) }),
  result: z.literal(true),
});

export const recordParameterClick = operation({
  name: 'RecordParameterClick',
  family: 'pre',
  method: 'POST',
  path: `${P}test/param/click`,
  summary: 'Somebody wished for a parameter that is not offered yet',
  source: 'PRE-018',
  successCode: 21000,
  query: z.object({ ...unit }),
  body: z.object({
    sampleName: line(200, 1),
    paramName: line(200, 1),
    qualification: text.default(''),
    sampleSender: text.default(''),
    consignUnit: text.default(''),
  }),
  result: z.literal(true),
});

/** A parameter that is not offered and was wished for; `consignUnit` who wished last. Times UTC ISO. */
export const WantedParameter = z.object({
  id: z.string(),
  testUnitId: z.string(),
  testUnitName: z.string(),
  sampleId: z.string(),
  sampleName: z.string(),
  paramId: z.string(),
  paramName: z.string(),
  qualification: z.string(),
  consignUnit: z.string(),
  clicks: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
});
export type WantedParameter = z.infer<typeof WantedParameter>;
export const listWantedParameters = operation({
  name: 'ListWantedParameters',
  family: 'v1',
  method: 'GET',
  path: '/api/v1/catalogue/wanted-parameters',
  summary: 'Parameters that are not offered and were wished for, the most wanted first; a laboratory sees its own',
  source: 'SS-023',
  query: z.object({ testUnitId: Guid.optional(), search: search(100).default(''), ...page, ...atLeast }),
  result: listOf(WantedParameter),
});
