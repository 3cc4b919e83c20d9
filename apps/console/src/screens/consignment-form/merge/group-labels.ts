import type { ConsignmentView } from '#contract';
import { extraFieldLabel, witnessesFromText } from '#domain/consignment';
import { sameId } from '#domain/rules';
import { SEND_SAMPLE_TYPE } from '#events';
import type { Translate } from '../../../i18n/texts.js';
import type { FormValues } from '../form-values.js';
import type { texts } from '../texts.js';
import { extraKey, type Group, type GroupKey, type GroupName, GROUPS } from './three-way-merge.js';

type FormText = Translate<keyof typeof texts.zh>;

/** Names of the form's values by id, from all available versions. */
export type NameLookup = { view: ConsignmentView; qualificationNameOf(id: string | null): string };

const LABELS = {
  testUnit: 'testUnit',
  receivingAddress: 'receivingAddress',
  project: 'projectName',
  contractSectName: 'sectName',
  qualification: 'qualification',
  testCategory: 'testCategory',
  constructionUnit: 'constructionUnit',
  expectTestTime: 'expectTestTime',
  linkPerson: 'linkPerson',
  linkPersonPhone: 'linkPersonPhone',
  reportType: 'reportType',
  reportCount: 'reportCount',
  consignUnitAddress: 'consignUnitAddress',
  memo: 'memo',
  delivery: 'sendType',
  needWitness: 'needWitness',
  ownerWitnesses: 'ownerSide',
  supervisionWitnesses: 'supervisionSide',
} as const satisfies Record<GroupName, keyof typeof texts.zh>;

const isNamed = (key: GroupKey): key is GroupName => (GROUPS as readonly string[]).includes(key);

/** Name of a group in the form. */
export const groupLabel = (key: GroupKey, views: readonly ConsignmentView[], t: FormText): string => {
  if (key === 'ownerWitnesses' || key === 'supervisionWitnesses') return `${t(LABELS[key])} · ${t('witness')}`;
  if (isNamed(key)) return t(LABELS[key]);
  const field = views.flatMap((view) => view.consignInfoProperties).find((property) => extraKey(property) === key);
  return field ? extraFieldLabel(field) : key;
};

const witnessLines = (
  unit: string,
  person: string,
  cardNo: string,
  phone: string,
  needSign: boolean,
  t: FormText,
): string[] => [
  unit,
  ...witnessesFromText({ person, cardNo, phone }).map((witness) =>
    [witness.name, witness.cardNo, witness.phone].filter(Boolean).join('　'),
  ),
  ...(needSign ? [t('needsSign')] : []),
];

/** The value of a group as in the form, one line each; no line if there is none. */
export const groupLines = (
  key: GroupKey,
  group: Group | undefined,
  lookups: readonly NameLookup[],
  t: FormText,
  yesNo: (yes: boolean) => string,
): string[] => {
  if (!group) return [];
  if (!isNamed(key)) return [String(group['value'] ?? '')].filter(Boolean);
  const values = group as unknown as FormValues;
  const lines = (): string[] => {
    switch (key) {
      case 'testUnit':
        return [lookups.find(({ view }) => sameId(view.testUnitId, values.testUnitId))?.view.testUnitName ?? ''];
      case 'receivingAddress':
        return [values.testUnitAddressDetail];
      case 'project':
        return [values.projectName];
      case 'contractSectName':
        return [values.contractSectName];
      case 'qualification':
        return [
          lookups.find(({ view }) => sameId(view.tuqualificationId, values.tuqualificationId))?.view
            .tuqualificationName ||
            (lookups[0]?.qualificationNameOf(values.tuqualificationId) ?? ''),
        ];
      case 'testCategory':
        return [values.consginTestType];
      case 'constructionUnit':
        return [values.constructionUnit];
      case 'expectTestTime':
        return [(values.expectTestTime ?? '').slice(0, 16).replace('T', ' ')];
      case 'linkPerson':
        return [values.linkPerson];
      case 'linkPersonPhone':
        return [values.linkPersonPhone];
      case 'reportType':
        return [t(`report.${values.getReportType}`)];
      case 'reportCount':
        return [String(values.reportCount ?? '')];
      case 'consignUnitAddress':
        return [values.consignUnitAddress];
      case 'memo':
        return [values.memo];
      case 'delivery':
        return values.sendSampleType === SEND_SAMPLE_TYPE.mailed
          ? [`${t('send.2')}　${values.mailOrderNumber}`.trim(), t(`pay.${values.mailPayType}`)]
          : [t('send.1')];
      case 'needWitness':
        return [yesNo(values.needWitnessUnit)];
      case 'ownerWitnesses':
        return witnessLines(
          values.constructionJzunit,
          values.constructionJzperson,
          values.constructionJzcardNo,
          values.constructionJzphone,
          values.needConstructionWitnessPersonSign,
          t,
        );
      case 'supervisionWitnesses':
        return witnessLines(
          values.jzunit,
          values.jhperson,
          values.jzcardNo,
          values.jzphone,
          values.needWitnessPersonSign,
          t,
        );
    }
  };
  return lines().filter(Boolean);
};
