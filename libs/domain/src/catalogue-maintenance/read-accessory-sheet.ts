import { problem } from '../rules/rule-broken.js';
import { sameFacts } from '../rules/same-facts.js';
import { asOneLine } from '../text/text.js';
import { addedBefore } from './added-before.js';
import { type AccessoryType, accessoryTypeProblems, accessoryTypeRoomProblems } from './accessory-types.js';
import { placeOfWord } from './workbook-cells.js';
import {
  ACCESSORY_KINDS,
  accessoryColumns,
  ACCESSORY_SHEET,
  type SheetAccessoryType,
} from './workbook-other-columns.js';
import { type CellProblem, type ReadSheet, rowsIn, type SheetRow } from './workbook-rows.js';

/** The kinds of attachments of one keeper that the workbook changes or adds, all as they were and as they become. */
export type AccessoryChange = { before: AccessoryType[]; after: AccessoryType[] };

/** `all` are those of everybody, beside which a name must stand; `kept` the keeper's own. */
type Known = {
  all: readonly AccessoryType[];
  kept: readonly SheetAccessoryType[];
  testUnitId: string | null;
  newId(code: string): string;
};

/** Kinds of attachments: rows are found by their number, one without by kind and name; what is new is the keeper's. Null where nothing changes. */
export const readAccessoryTypes = (
  sheets: readonly ReadSheet[],
  problems: CellProblem[],
  { all, kept, testUnitId, newId }: Known,
): AccessoryChange | null => {
  const drafts = new Map<string, { after: AccessoryType; row: SheetRow }>();
  for (const row of rowsIn(sheets, ACCESSORY_SHEET, accessoryColumns, ['name', 'type'], problems)) {
    const [number, name, type] = [row.text('id'), row.text('name'), placeOfWord(ACCESSORY_KINDS, row.text('type'))];
    if (type < 0) {
      row.refuse('type', problem('CELL_NOT_ONE_OF', { choices: ACCESSORY_KINDS.join('、') }));
      continue;
    }
    const there = kept.find((each) =>
      number === '' ? each.type === type && asOneLine(each.name) === name : each.id === number,
    );
    if (number !== '' && !there) {
      row.refuse('id', problem('NO_SUCH_ACCESSORY_TYPE'));
      continue;
    }
    const id = there?.id ?? newId(`${type}/${name}`);
    if (drafts.has(id)) {
      row.refuse('name', problem('CELL_TWICE'));
      continue;
    }
    const heldBy = there ? null : addedBefore(id, all);
    if (heldBy) {
      row.refuse('name', heldBy);
      continue;
    }
    const { enable, isRequire, num } = row.values();
    const before: AccessoryType = there
      ? factsOf(there)
      : {
          id,
          name: '',
          type: 0,
          enable: true,
          isRequire: false,
          isDeleted: false,
          orderNum: kept.length + drafts.size + 1,
          testUnitId,
          exampleImages: [],
        };
    const after: AccessoryType = {
      ...before,
      name,
      type: type === 0 ? 0 : 1,
      ...(typeof enable === 'boolean' ? { enable } : {}),
      ...(typeof isRequire === 'boolean' ? { isRequire } : {}),
      ...(typeof num === 'number' ? { orderNum: num } : {}),
    };
    if (there && !sameFacts(before, after) && row.text('mark') !== '' && row.text('mark') !== there.mark)
      row.refuse('mark', problem('CELL_LISTS_CHANGED_SINCE'));
    drafts.set(id, { after, row });
  }
  const before = kept.map(factsOf);
  const after = [
    ...before.map((each) => drafts.get(each.id)?.after ?? each),
    ...[...drafts.values()].flatMap((draft) => (kept.some(({ id }) => id === draft.after.id) ? [] : [draft.after])),
  ];
  const everybody = [...all.filter((each) => !kept.some(({ id }) => id === each.id)), ...after];
  for (const { after: type, row } of drafts.values())
    for (const { code, params } of accessoryTypeProblems(everybody, type)) row.refuse('name', { code, params });
  const added = [...drafts.values()].filter((draft) => !kept.some(({ id }) => id === draft.after.id));
  // The first that has no place left says so.
  const full = added.findIndex((_, at) => accessoryTypeRoomProblems(all, testUnitId, at + 1).length > 0);
  for (const { code, params } of full < 0 ? [] : accessoryTypeRoomProblems(all, testUnitId, full + 1))
    added[full]?.row.refuse('name', { code, params });
  return sameFacts(before, after) ? null : { before, after };
};

const factsOf = ({ mark: _, ...type }: SheetAccessoryType): AccessoryType => type;
