import { textOf } from '../../i18n/texts.js';
import { openChangeHistory } from '../change-history/change-history.dialog.js';
import { texts } from './unit.texts.js';

/** Ids and derived members mean nothing to a reader. */
const SILENT: readonly string[] = [
  'id',
  'bigCategoryIds',
  'sysQualificationId',
  'createTime',
  'orderIndex',
  'isActive',
  'status',
];

const label = (member: string): string =>
  member in texts.zh ? textOf(texts, member as keyof typeof texts.zh) : member;

/** The history of a unit with its control parameters. */
export const openUnitHistory = (kind: 'testingUnit' | 'consigningUnit', id: string, name: string): Promise<void> =>
  openChangeHistory({
    kind,
    id,
    name,
    labelOf: (field, member) => {
      if (SILENT.includes(field) || SILENT.includes(member)) return null;
      if (field.startsWith('reportConfig'))
        return `${label(field)} · ${label(member === 'reportCount' ? 'copies' : member)}`;
      if (field === 'registrant') return label(member === 'phone' ? 'regPhone' : 'regPerson');
      return member === '' || field === 'params' ? label(member || field) : `${label(field)} · ${label(member)}`;
    },
  });
