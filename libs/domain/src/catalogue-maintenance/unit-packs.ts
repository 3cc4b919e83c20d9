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

/** Everything that is wrong with a pack: it has a name and parameters, each once (001 section 3). */
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

/** Whose copy of which pack; both ids with dashes. */
export type UnitPackKey = { testUnitId: string; packId: string };

/**
 * `template` is the pack as the system has it, null for one that the unit made itself: a copy that says the same as the
 * template is none.
 */
export type UnitPackCommand = { key: UnitPackKey; template: CataloguePack | null } & (
  | { type: 'KeepUnitPack'; pack: CataloguePack; reason?: string }
  | { type: 'WithdrawUnitPack'; reason: string }
  /** Gives the copy up; a pack of the template that the unit does not offer is offered again. */
  | { type: 'ResetUnitPack'; reason: string }
);

/** null: the template holds. `pack` is null where the unit withdrew the template's without ever changing it. */
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
 * unitPack-<v5(pack, testing unit)>: copy on write of packs, as of samples (ADR-030).
 * @throws RuleBroken NO_SUCH_PACK, PACK_NOT_OFFERED, NO_PACK_TEMPLATE, REASON_REQUIRED, what packProblems finds.
 */
export const unitPack: Aggregate<typeof unitPackEvents, UnitPackCommand, UnitPack> = {
  category: 'unitPack',
  events: unitPackEvents,
  decider: { initialState: null, decide, evolve },
};

/** Under which id the view holds a testing unit's copy of a pack; ids of either spelling. */
export const unitPackKey = (testUnitId: string, packId: string): string =>
  `${dashedId(testUnitId)}/${dashedId(packId)}`;

/**
 * What a unit keeps in place of a pack of the template, or a pack of its own; `pack` is null where it only withdrew the
 * template's.
 */
export type UnitPackRow = {
  id: string;
  testUnitId: string;
  packId: string;
  pack: CataloguePack | null;
  withdrawn: boolean;
};

const decoded = (event: RecordedEvent) => decode(unitPackEvents, event);

/** Some kB a row and some dozens of rows a unit: read all of a unit's at once. */
export const unitPacks: Projection<UnitPackRow> = {
  name: 'unitPacks',
  version: 1,
  types: Object.keys(unitPackEvents),
  idsOf(event) {
    const { testUnitId, packId } = decoded(event).data;
    return [unitPackKey(testUnitId, packId)];
  },
  project(row, event, id) {
    const { type, data } = decoded(event);
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
 * A pack as one holder has it: the template's, the unit's copy of it, or a pack of the unit's own; `withdrawn` ones are
 * not offered.
 */
export type EffectivePack = PackRow & { origin: 'template' | 'copy' | 'own'; withdrawn: boolean };

/**
 * The packs of a unit, by its own copies where it has some; a pack of its own that was withdrawn is gone, one of the
 * template stays to be taken up again.
 */
export const effectivePacks = (copies: readonly UnitPackRow[], template: readonly PackRow[]): EffectivePack[] => {
  const byId = new Map(copies.map((copy) => [copy.packId, copy]));
  const listed = new Set(template.map(({ id }) => id));
  return [
    ...template.map((pack): EffectivePack => {
      const copy = byId.get(pack.id);
      return { ...pack, ...copy?.pack, origin: copy?.pack ? 'copy' : 'template', withdrawn: copy?.withdrawn ?? false };
    }),
    ...copies.flatMap(({ packId, pack, withdrawn }): EffectivePack[] =>
      pack && !withdrawn && !listed.has(packId) ? [{ ...pack, id: packId, origin: 'own', withdrawn }] : [],
    ),
  ];
};

/** What changed between two states of a pack, parameter by parameter, standards by their numbers. */
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
