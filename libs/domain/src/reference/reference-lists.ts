import { decode, idOfStream, type ReferenceEvent, referenceEvents } from '#events';
import type { Projection } from '../projection.js';

type DataOf<Type extends ReferenceEvent['type']> = Extract<ReferenceEvent, { type: Type }>['data'];
/** A kind of files as its list has it, of one testing unit or of all (AT-001). */
export type AccessoryTypeRow = DataOf<'AccessoryTypesListed'>['accessoryTypes'][number];
export type DictionaryRow = DataOf<'DictionaryListed'>['rows'][number];

/**
 * One list every installation needs. Dictionaries are found by their name, e.g. "ConsignStatus" or "sampleAmountUnit";
 * the others by "qualifications", "areas", "extraFields" and "accessoryTypes".
 */
export type ReferenceRow =
  | { id: string; kind: 'dictionary'; rows: DictionaryRow[] }
  | { id: string; kind: 'qualifications'; qualifications: DataOf<'QualificationsListed'>['qualifications'] }
  | { id: string; kind: 'areas'; areas: DataOf<'AreasListed'>['areas'] }
  | { id: string; kind: 'extraFields'; fields: DataOf<'ExtraFieldsListed'>['fields'] }
  | { id: string; kind: 'accessoryTypes'; accessoryTypes: DataOf<'AccessoryTypesListed'>['accessoryTypes'] };

export const referenceLists: Projection<ReferenceRow> = {
  name: 'referenceLists',
  version: 2,
  types: ['DictionaryListed', 'QualificationsListed', 'AreasListed', 'ExtraFieldsListed', 'AccessoryTypesListed'],
  idsOf: (event) => [idOfStream(event.stream)],
  project(row, recorded, id) {
    const event = decode(referenceEvents, recorded);
    switch (event.type) {
      case 'DictionaryListed':
        return {
          id,
          kind: 'dictionary',
          rows: event.data.rows.toSorted((left, right) => left.orderNum - right.orderNum),
        };
      case 'QualificationsListed':
        return {
          id,
          kind: 'qualifications',
          qualifications: event.data.qualifications.toSorted((left, right) => left.orderIndex - right.orderIndex),
        };
      case 'AreasListed':
        return { id, kind: 'areas', areas: event.data.areas };
      case 'ExtraFieldsListed':
        return { id, kind: 'extraFields', fields: event.data.fields };
      case 'AccessoryTypesListed':
        return {
          id,
          kind: 'accessoryTypes',
          accessoryTypes: event.data.accessoryTypes.toSorted((left, right) => left.orderNum - right.orderNum),
        };
      case 'ImportCompleted':
        return row;
    }
  },
  view: { columns: { kind: { type: 'text', of: (row) => row.kind } }, search: null, indexes: [] },
};
