import {
  type CataloguePack,
  decode,
  type OfferedStandard,
  type RecordedEvent,
  type UnitPackEvent,
  unitPackEvents,
} from '#events';
import type { PackRow } from '../catalogue/catalogue-views.js';
import { type FactChange, factChanges } from '../changes/changes.js';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Projection } from '../event-sourcing/projection.js';
import { dashedId, isJsonEqual } from '../rules/equality.js';
import { type Problem, problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { isBlank, lengthOf } from '../text/text.js';
import { CATALOGUE_LIMITS, requiredReasonProblems } from './samples.js';

/** All problems of a pack. A pack needs a name and at least one parameter, each parameter once (001 section 3). */
export const packProblems = ({ name, entries }: CataloguePack): Problem[] => [
  ...(isBlank(name)
    ? [problem('CATALOGUE_TEXT_REQUIRED', {}, 'name')]
    : lengthOf(name) > CATALOGUE_LIMITS.name
      ? [problem('TEXT_TOO_LONG', { max: CATALOGUE_LIMITS.name }, 'name')]
      : []),
  ...(entries.length === 0 ? [problem('PACK_EMPTY', {}, 'entries')] : []),
  ...(new Set(entries.map(({ param }) => param.id)).size < entries.length
    ? [problem('PACK_HOLDS_ONE_TWICE', {}, 'entries')]
    : []),
];

/** The testing unit and the pack of a copy. Both ids have dashes. */
export type UnitPackKey = { testUnitId: string; packId: string };

/**
 * `template` is the pack of the system template, null for a pack that the unit made itself. Saving the template's
 * content creates no copy.
 */
export type UnitPackCommand = { key: UnitPackKey; template: CataloguePack | null } & (
  | { type: 'KeepUnitPack'; pack: CataloguePack; reason?: string }
  | { type: 'WithdrawUnitPack'; reason: string }
  /** Removes the copy. A template pack that the unit does not offer is offered again. */
  | { type: 'ResetUnitPack'; reason: string }
);

/** null if the template applies. `pack` is null if the unit withdrew the template's pack without changing it. */
export type UnitPack = { pack: CataloguePack | null; withdrawn: boolean } | null;

const decide = (command: UnitPackCommand, copy: UnitPack): UnitPackEvent[] => {
  const { key, template } = command;
  switch (command.type) {
    case 'KeepUnitPack':
      if (copy?.withdrawn) throw new RuleBroken(problem(template ? 'PACK_NOT_OFFERED' : 'NO_SUCH_PACK'));
      refuseIf(packProblems(command.pack));
      return isJsonEqual(command.pack, copy?.pack ?? template)
        ? []
        : [
            {
              type: 'UnitPackKept',
              data: {
                ...key,
                pack: command.pack,
                ...(command.reason?.trim() ? { reason: command.reason.trim() } : {}),
              },
            },
          ];
    case 'WithdrawUnitPack':
      refuseIf(requiredReasonProblems(command.reason));
      if (copy?.withdrawn) return [];
      if (!copy && !template) throw new RuleBroken(problem('NO_SUCH_PACK'));
      return [{ type: 'UnitPackWithdrawn', data: { ...key, reason: command.reason.trim() } }];
    case 'ResetUnitPack':
      refuseIf(requiredReasonProblems(command.reason));
      refuseIf(template ? null : problem('NO_PACK_TEMPLATE'));
      return copy ? [{ type: 'UnitPackReset', data: { ...key, reason: command.reason.trim() } }] : [];
  }
};

const evolve = (copy: UnitPack, event: UnitPackEvent): UnitPack => {
  switch (event.type) {
    case 'UnitPackKept':
      return { pack: event.data.pack, withdrawn: false };
    case 'UnitPackWithdrawn':
      return { pack: copy?.pack ?? null, withdrawn: true };
    case 'UnitPackReset':
      return null;
  }
};

/**
 * unitPack-<v5(pack, testing unit)>: copy on write of packs, like that of samples (ADR-030).
 * @throws RuleBroken NO_SUCH_PACK, PACK_NOT_OFFERED, NO_PACK_TEMPLATE, REASON_REQUIRED, the problems of packProblems
 */
export const unitPack: Aggregate<typeof unitPackEvents, UnitPackCommand, UnitPack> = {
  category: 'unitPack',
  events: unitPackEvents,
  decider: { initialState: null, decide, evolve },
};

/** The id of a testing unit's copy of a pack in the view. Accepts ids with and without dashes. */
export const unitPackKey = (testUnitId: string, packId: string): string =>
  `${dashedId(testUnitId)}/${dashedId(packId)}`;

/**
 * A unit's copy of a template pack, or a pack of its own. `pack` is null if the unit only withdrew the template's pack.
 */
export type UnitPackRow = {
  id: string;
  testUnitId: string;
  packId: string;
  pack: CataloguePack | null;
  withdrawn: boolean;
};

const decodeEvent = (event: RecordedEvent) => decode(unitPackEvents, event);

/** A row has some kB and a unit has some dozens of rows, so that all rows of a unit are read at once. */
export const unitPacks: Projection<UnitPackRow> = {
  name: 'unitPacks',
  version: 1,
  types: Object.keys(unitPackEvents),
  idsOf(event) {
    const { testUnitId, packId } = decodeEvent(event).data;
    return [unitPackKey(testUnitId, packId)];
  },
  project(row, event, id) {
    const { type, data } = decodeEvent(event);
    const { testUnitId, packId } = data;
    switch (type) {
      case 'UnitPackKept':
        return { id, testUnitId, packId, pack: data.pack, withdrawn: false };
      case 'UnitPackWithdrawn':
        return { id, testUnitId, packId, pack: row?.pack ?? null, withdrawn: true };
      case 'UnitPackReset':
        return null;
    }
  },
  view: {
    columns: { testUnitId: { type: 'text', of: (row) => row.testUnitId } },
    search: null,
    indexes: [['testUnitId']],
  },
};

/**
 * A pack as it applies to one unit: from the template, the unit's copy, or its own. A `withdrawn` pack is not offered.
 */
export type EffectivePack = PackRow & { origin: 'template' | 'copy' | 'own'; withdrawn: boolean };

/**
 * The packs of a unit, with its copies in place of template packs. A withdrawn pack of its own is omitted; a withdrawn
 * template pack stays, so that it can be offered again.
 */
export const effectivePacks = (copies: readonly UnitPackRow[], template: readonly PackRow[]): EffectivePack[] => {
  const byId = new Map(copies.map((copy) => [copy.packId, copy]));
  const templateIds = new Set(template.map(({ id }) => id));
  return [
    ...template.map((pack): EffectivePack => {
      const copy = byId.get(pack.id);
      return { ...pack, ...copy?.pack, origin: copy?.pack ? 'copy' : 'template', withdrawn: copy?.withdrawn ?? false };
    }),
    ...copies.flatMap(({ packId, pack, withdrawn }): EffectivePack[] =>
      pack && !withdrawn && !templateIds.has(packId) ? [{ ...pack, id: packId, origin: 'own', withdrawn }] : [],
    ),
  ];
};

/** The changes between two states of a pack, parameter by parameter, with standards as codes. */
export const packChanges = (before: CataloguePack | null, after: CataloguePack | null): FactChange[] =>
  factChanges(before && packFacts(before), after && packFacts(after));

const packFacts = ({ name, exposed, orderNum, entries }: CataloguePack) => ({
  packName: name,
  exposed,
  orderIndex: orderNum,
  packParams: entries.map(({ param, basis, standards }) => ({
    id: param.id,
    name: param.name,
    basis: codesOf(basis),
    evaluation: codesOf(standards),
  })),
});

const codesOf = (standards: readonly OfferedStandard[]): string[] =>
  standards.map(({ publishCode, clauseCode }) => (clauseCode ? `${publishCode} ${clauseCode}` : publishCode));
