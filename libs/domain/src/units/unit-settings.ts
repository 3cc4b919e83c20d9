import { decode, idOfStream, settingsEvents, type UnitType } from '#events';
import { type UnitSettings, unitSettingsOf } from '../consignment/state.js';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Projection } from '../event-sourcing/projection.js';
import { sameId } from '../rules/equality.js';
import { type Problem, problem, refuseIf } from '../rules/rule-broken.js';
import { isBlank } from '../text/text.js';
import { unitReasonProblems } from './unit-profile.js';

/** unitType is 1 for a testing unit, 2 for a consigning unit; params are as stored, "1" and "0" for flags. */
export type SettingsCommand = {
  type: 'ChangeUnitSettings';
  unitType: UnitType;
  params: Readonly<Record<string, string>>;
  reason?: string;
};
export type Settings = { params: Readonly<Record<string, string>> };

/**
 * Stream settings-<unit id>. Only changed parameters are recorded.
 * @throws RuleBroken TEXT_TOO_LONG
 */
export const settings: Aggregate<typeof settingsEvents, SettingsCommand, Settings> = {
  category: 'settings',
  events: settingsEvents,
  decider: {
    initialState: { params: {} },
    decide({ unitType, params, reason = '' }, state) {
      const changed = Object.entries(params).filter(([code, value]) => state.params[code] !== value);
      if (changed.length === 0) return [];
      refuseIf(unitReasonProblems(reason));
      return [
        {
          type: 'UnitSettingsChanged',
          data: {
            unitType,
            params: Object.fromEntries(changed),
            ...(isBlank(reason) ? {} : { reason: reason.trim() }),
          },
        },
      ];
    },
    evolve: (state, { data }) => ({ params: { ...state.params, ...data.params } }),
  },
};

/** Parsed settings of a unit: flags, one number, and texts where the unit's own system defined them. */
export type UnitConfig = Record<string, boolean | number | string>;

/** Flags that are false if a unit has not set them. Every other unset flag stays absent (ROLE-013). */
const DEFAULTS: UnitConfig = { IsEnableProjectContractSectName: false, USING_RECOMMENDED_PARAMETER_STANDARD: false };

/**
 * Parses control parameters: "1" is true, "0" is false, ValidAppealPeriodNumber is a number, all other values are text
 * (000 section 4, session).
 */
export const parseControlParams = (params: Readonly<Record<string, string>>): Readonly<UnitConfig> => {
  const cached = parsed.get(params);
  if (cached) return cached;
  const config = Object.freeze({
    ...DEFAULTS,
    ...Object.fromEntries(Object.entries(params).map(([code, value]) => [code, parse(code, value)])),
  });
  if (Object.isFrozen(params)) parsed.set(params, config);
  return config;
};

/** Cache for frozen parameters, as remembered streams have them, so that they are parsed once. */
const parsed = new WeakMap<Readonly<Record<string, string>>, Readonly<UnitConfig>>();

/** Which amounts are shown: unit prices, and estimated costs (PR-014). Actual fees are always shown. */
export type VisibleAmounts = { prices: boolean; estimate: boolean };

/** The amounts that a testing unit shows to its clients. */
export const visibleAmountsOf = (config: Readonly<UnitConfig>): VisibleAmounts => ({
  prices: config['IsConsignHidePrice'] !== true,
  estimate: config['IsConsignHideEstimatedCost'] !== true,
});

const parse = (code: string, value: string): boolean | number | string => {
  if (code === 'ValidAppealPeriodNumber' && /^\d+$/.test(value)) return Number(value);
  if (value === '1') return true;
  return value === '0' ? false : value;
};

/**
 * Settings of one unit; `params` as stored, `config` parsed. unitType is 1 for a testing unit, 2 for a consigning unit.
 */
export type UnitSettingsRow = { id: string; unitType: UnitType; params: Record<string, string>; config: UnitConfig };

export const unitSettings: Projection<UnitSettingsRow> = {
  name: 'unitSettings',
  version: 1,
  types: Object.keys(settingsEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project(row, event, id) {
    const { unitType, params: changed } = decode(settingsEvents, event).data;
    const params = { ...row?.params, ...changed };
    return { id, unitType, params, config: parseControlParams(params) };
  },
  view: { columns: { unitType: { type: 'integer', of: (row) => row.unitType } }, search: null, indexes: [] },
};

/** Switches of a testing unit, each "1" or "0" (002 CP-008; 001 section 6 for the two IsDisplay...). */
export const UNIT_FLAGS = [
  'IsConsignHidePrice',
  'IsConsignHideEstimatedCost',
  'IsEnableConsignSign',
  'IsConsignSampleNeedConfirm',
  'IsUseNewVersion',
  'IsEnableProjectContractSectName',
  'isConsignSingleSample',
  'IsDisplayTestPeriod',
  'IsDisplayTestQuantity',
  'USING_RECOMMENDED_PARAMETER_STANDARD',
  'testUnitIsLimsCust',
] as const;
export type UnitFlag = (typeof UNIT_FLAGS)[number];

/**
 * Days within which a report may be appealed against. Stored for callers that query the parameters; nothing here
 * depends on it.
 */
const APPEAL_PERIOD = 'ValidAppealPeriodNumber';

/** Parameters that only the platform can set: whether it prints for this laboratory. */
export const ADMIN_ONLY_PARAMS: readonly string[] = ['testUnitIsLimsCust'];

/** Texts of a unit, and of the form of a consigning unit. */
const TEXTS = ['sysParamConsignPrintType', 'autoFields', 'defaultValues'] as const;

const PARAM_CODES: readonly string[] = [...UNIT_FLAGS, APPEAL_PERIOD, ...TEXTS];
const VALUE_LENGTH = 200;

/**
 * The problem of a control parameter; null if it is valid. A flag is "1" or "0", the appeal period is a number, all
 * other values are text (002 CP-004). An unknown parameter is refused, because a misspelt switch would be stored
 * without effect.
 */
export const controlParamProblem = (paramCode: string, paramValue: string): Problem | null => {
  if (!PARAM_CODES.includes(paramCode)) return problem('CONTROL_PARAM_UNKNOWN', { code: paramCode }, 'paramCode');
  return isValue(paramCode, paramValue) ? null : problem('CONTROL_PARAM_INVALID', { code: paramCode }, 'paramValue');
};

const isValue = (code: string, value: string): boolean => {
  if (UNIT_FLAGS.some((flag) => flag === code)) return value === '0' || value === '1';
  return code === APPEAL_PERIOD ? /^\d{1,4}$/.test(value) : value.length <= VALUE_LENGTH;
};

type Stored = Readonly<Record<string, string>>;

/**
 * The value of a switch that takes something away: the sight of prices, a second sample, the signature, the receipt,
 * printing.
 */
const RESTRICTING_VALUES: Readonly<Partial<Record<UnitFlag, '0' | '1'>>> = {
  IsConsignHidePrice: '1',
  IsConsignHideEstimatedCost: '1',
  isConsignSingleSample: '1',
  IsEnableConsignSign: '0',
  IsConsignSampleNeedConfirm: '0',
  testUnitIsLimsCust: '0',
};

/**
 * Whether a switch is on for a unit, including its default. Confirmation of the receipt is on by default (000 CF-022).
 */
export const isParamOn = (params: Stored, code: UnitFlag): boolean => {
  const settings = unitSettingsOf(params);
  return code in settings ? settings[code as keyof UnitSettings] : params[code] === '1';
};

/** The switches whose change takes a right away. Such a change needs a reason. */
export const removedRights = (before: Stored, changed: Stored): UnitFlag[] =>
  (Object.keys(RESTRICTING_VALUES) as UnitFlag[]).filter(
    (code) =>
      code in changed &&
      changed[code] === RESTRICTING_VALUES[code] &&
      isParamOn(before, code) !== (changed[code] === '1'),
  );

/**
 * Control parameters of a testing unit that the form of a consignment reads, irrespective of the user (CF-022,
 * API-034). All other parameters are not exposed.
 */
export const FORM_PARAMS: readonly string[] = [
  'IsConsignHidePrice',
  'IsConsignHideEstimatedCost',
  'IsEnableConsignSign',
  'IsConsignSampleNeedConfirm',
  'IsUseNewVersion',
  'IsEnableProjectContractSectName',
  'isConsignSingleSample',
  'IsDisplayTestPeriod',
  'IsDisplayTestQuantity',
  'USING_RECOMMENDED_PARAMETER_STANDARD',
  'testUnitIsLimsCust',
  'sysParamConsignPrintType',
];

/** The rights of a testing unit; `qualificationIds` are ids of qualifications of the catalogue. */
type Rights = {
  qualificationIds: readonly string[];
  origins: readonly string[];
  embedOrigins?: readonly string[] | undefined;
  lmisType: number;
  lmisurl: string;
  lmisIntegratedCode: string;
};

/**
 * Whether a change takes a qualification, a web origin, an embedding page or the connection of its system from a
 * testing unit. Such a change needs a reason (002 UN-005, UN-009).
 */
export const removesRights = (before: Rights, after: Rights): boolean =>
  before.qualificationIds.some((id) => !after.qualificationIds.some((other) => sameId(id, other))) ||
  before.origins.some((origin) => !after.origins.includes(origin)) ||
  (before.embedOrigins ?? []).some((origin) => !after.embedOrigins?.includes(origin)) ||
  (before.lmisType > 0 && after.lmisType === 0) ||
  (['lmisurl', 'lmisIntegratedCode'] as const).some((member) => !isBlank(before[member]) && isBlank(after[member]));
