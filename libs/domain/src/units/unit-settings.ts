import { decode, idOfStream, settingsEvents, type UnitType } from '#events';
import { type UnitSettings, unitSettingsOf } from '../consignment/state.js';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Projection } from '../event-sourcing/projection.js';
import { sameId } from '../rules/equality.js';
import { type Problem, problem, refuseIf } from '../rules/rule-broken.js';
import { isBlank } from '../text/text.js';
import { unitReasonProblems } from './unit-profile.js';

/** unitType 1 testing unit, 2 consigning unit; params as stored, "1" and "0" for flags. */
export type SettingsCommand = {
  type: 'ChangeUnitSettings';
  unitType: UnitType;
  params: Readonly<Record<string, string>>;
  reason?: string;
};
export type Settings = { params: Readonly<Record<string, string>> };

/** settings-<unit id>: only what changes is recorded. @throws RuleBroken TEXT_TOO_LONG */
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

/** Flags of a unit: booleans, one number, and texts where the unit's own system defined one. */
export type UnitConfig = Record<string, boolean | number | string>;

/** Flags that are false where a unit says nothing; every other absent flag stays absent (ROLE-013). */
const DEFAULTS: UnitConfig = { IsEnableProjectContractSectName: false, USING_RECOMMENDED_PARAMETER_STANDARD: false };

/**
 * Control parameters as flags: "1" is true, "0" is false, ValidAppealPeriodNumber a number, all else text (000 section
 * 4, session).
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

/** Parameters that cannot change, as a remembered stream holds them, are parsed once. */
const parsed = new WeakMap<Readonly<Record<string, string>>, Readonly<UnitConfig>>();

/** Which amounts are shown: unit prices, and estimated costs (PR-014). Actual fees always are. */
export type VisibleAmounts = { prices: boolean; estimate: boolean };

/** What a testing unit shows to its clients. */
export const visibleAmountsOf = (config: Readonly<UnitConfig>): VisibleAmounts => ({
  prices: config['IsConsignHidePrice'] !== true,
  estimate: config['IsConsignHideEstimatedCost'] !== true,
});

const parse = (code: string, value: string): boolean | number | string => {
  if (code === 'ValidAppealPeriodNumber' && /^\d+$/.test(value)) return Number(value);
  if (value === '1') return true;
  return value === '0' ? false : value;
};

/** Settings of one unit; `params` as stored, `config` as flags. unitType 1 testing unit, 2 consigning unit. */
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
 * Days in which a report may be appealed against: kept for whoever asks for the parameters; nothing here depends on
 * them.
 */
const APPEAL_PERIOD = 'ValidAppealPeriodNumber';

/** What only the platform grants: whether it prints for this laboratory. */
export const ADMIN_ONLY_PARAMS: readonly string[] = ['testUnitIsLimsCust'];

/** Texts of a unit, and those of a consigning unit's form. */
const TEXTS = ['sysParamConsignPrintType', 'autoFields', 'defaultValues'] as const;

const KNOWN: readonly string[] = [...UNIT_FLAGS, APPEAL_PERIOD, ...TEXTS];
const VALUE_LENGTH = 200;

/**
 * What is wrong with a control parameter; null when it can be stored. A flag is "1" or "0", the appeal period a number,
 * all else text (002 CP-004). One that nothing reads is refused: a misspelt switch would be stored and change nothing.
 */
export const controlParamProblem = (paramCode: string, paramValue: string): Problem | null => {
  if (!KNOWN.includes(paramCode)) return problem('CONTROL_PARAM_UNKNOWN', { code: paramCode }, 'paramCode');
  return isValue(paramCode, paramValue) ? null : problem('CONTROL_PARAM_INVALID', { code: paramCode }, 'paramValue');
};

const isValue = (code: string, value: string): boolean => {
  if (UNIT_FLAGS.some((flag) => flag === code)) return value === '0' || value === '1';
  return code === APPEAL_PERIOD ? /^\d{1,4}$/.test(value) : value.length <= VALUE_LENGTH;
};

type Stored = Readonly<Record<string, string>>;

/**
 * Which way a switch takes something from somebody: sight of prices, a second sample, the signature, the receipt,
 * printing.
 */
const TAKES_AWAY: Readonly<Partial<Record<UnitFlag, '0' | '1'>>> = {
  IsConsignHidePrice: '1',
  IsConsignHideEstimatedCost: '1',
  isConsignSingleSample: '1',
  IsEnableConsignSign: '0',
  IsConsignSampleNeedConfirm: '0',
  testUnitIsLimsCust: '0',
};

/**
 * Whether a switch is on for a unit, also where it has set nothing: receipt is confirmed unless it says no (000
 * CF-022).
 */
export const isParamOn = (params: Stored, code: UnitFlag): boolean => {
  const settings = unitSettingsOf(params);
  return code in settings ? settings[code as keyof UnitSettings] : params[code] === '1';
};

/** Switches that, changed so, take a right away; who changes them says why. */
export const removedRights = (before: Stored, changed: Stored): UnitFlag[] =>
  (Object.keys(TAKES_AWAY) as UnitFlag[]).filter(
    (code) =>
      code in changed && changed[code] === TAKES_AWAY[code] && isParamOn(before, code) !== (changed[code] === '1'),
  );

/**
 * Control parameters of a testing unit that a consignment's form reads, whoever fills it in (CF-022, API-034). What
 * else a unit has set is its own business.
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

/** What a testing unit works by: `held` are ids of qualifications of the catalogue. */
type Rights = {
  held: readonly string[];
  origins: readonly string[];
  embedOrigins?: readonly string[] | undefined;
  lmisType: number;
  lmisurl: string;
  lmisIntegratedCode: string;
};

/**
 * Whether a change takes a qualification, a web origin, a page it is embedded in or the connection of its system from a
 * testing unit; that is explained (002 UN-005, UN-009).
 */
export const removesRights = (before: Rights, after: Rights): boolean =>
  before.held.some((id) => !after.held.some((other) => sameId(id, other))) ||
  before.origins.some((origin) => !after.origins.includes(origin)) ||
  (before.embedOrigins ?? []).some((origin) => !after.embedOrigins?.includes(origin)) ||
  (before.lmisType > 0 && after.lmisType === 0) ||
  (['lmisurl', 'lmisIntegratedCode'] as const).some((member) => !isBlank(before[member]) && isBlank(after[member]));
