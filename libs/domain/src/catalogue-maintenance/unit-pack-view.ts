import { type CataloguePack, decode, type RecordedEvent, unitPackEvents } from '#events';
import type { PackRow } from '../catalogue/catalogue-views.js';
import type { Projection } from '../projection.js';
import { dashedId } from '../rules/same-id.js';

/** Under which id the view holds a testing unit's copy of a pack; ids of either spelling. */
export const unitPackKey = (testUnitId: string, packId: string): string =>
  `${dashedId(testUnitId)}/${dashedId(packId)}`;

/** What a unit keeps in place of a pack of the template, or a pack of its own; `pack` is null where it only withdrew the template's. */
export type UnitPackRow = {
  id: string;
  testUnitId: string;
  packId: string;
  pack: CataloguePack | null;
  withdrawn: boolean;
};

const told = (event: RecordedEvent) => decode(unitPackEvents, event);

/** Some kB a row and some dozens of rows a unit: read all of a unit's at once. */
export const unitPacks: Projection<UnitPackRow> = {
  name: 'unitPacks',
  version: 1,
  types: Object.keys(unitPackEvents),
  idsOf(event) {
    const { testUnitId, packId } = told(event).data;
    return [unitPackKey(testUnitId, packId)];
  },
  project(row, event, id) {
    const { type, data } = told(event);
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

/** A pack as one holder has it: the template's, the unit's copy of it, or a pack of the unit's own; `withdrawn` ones are not offered. */
export type HeldPack = PackRow & { origin: 'template' | 'copy' | 'own'; withdrawn: boolean };

/** The packs of a unit, by its own copies where it has some; a pack of its own that was withdrawn is gone, one of the template stays to be taken up again. */
export const packsHeldBy = (copies: readonly UnitPackRow[], template: readonly PackRow[]): HeldPack[] => {
  const byId = new Map(copies.map((copy) => [copy.packId, copy]));
  const listed = new Set(template.map(({ id }) => id));
  return [
    ...template.map((pack): HeldPack => {
      const copy = byId.get(pack.id);
      return { ...pack, ...copy?.pack, origin: copy?.pack ? 'copy' : 'template', withdrawn: copy?.withdrawn ?? false };
    }),
    ...copies.flatMap(({ packId, pack, withdrawn }): HeldPack[] =>
      pack && !withdrawn && !listed.has(packId) ? [{ ...pack, id: packId, origin: 'own', withdrawn }] : [],
    ),
  ];
};
