import { Controller, Inject } from '@nestjs/common';
import { getEnumValues } from '#contract';
import {
  nameOfReportStatus,
  nameOfStatus,
  reportStatusName,
  SCHEDULE_STATUSES,
  type DictionaryRow,
  type Language,
} from '#domain';
import type { Engines } from '#engines';
import { In } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';
import { dictionaryOf } from './reference-list.js';

/** Enumerations of the platform that are kept as dictionaries under a name of their own; any other is asked for by its dictionary's name. */
const dictionaries = new Map([
  ['ConsignType', 'consignTypes'],
  ['SendSampleType', 'sendSampleTypes'],
  ['MailPayType', 'mailPayTypes'],
  ['GetReportType', 'receiveReportTypes'],
]);

/** Enumerations whose names we know in other languages too. */
const namesOf = new Map<string, (value: string, language: Language) => string>([
  ['ConsignStatus', nameOfStatus],
  ['ReportStatus', nameOfReportStatus],
]);

/** Enumerations that are younger than the reference data of older installations. */
const younger = new Map<string, readonly DictionaryRow[]>([
  [
    'ReportStatus',
    SCHEDULE_STATUSES.map((status, index) => ({
      id: '',
      typecode: String(status),
      typename: reportStatusName(status),
      orderNum: index + 1,
    })),
  ],
]);

@Controller()
export class GetEnumValues {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  /** `name` is the stored name, `text` the one to show in the caller's language, where we know it. */
  @Handles(getEnumValues)
  async handle(@Input() { enumTypeName }: InputOf<typeof getEnumValues>, @In() language: Language) {
    const rows =
      (await dictionaryOf(this.engines.views, dictionaries.get(enumTypeName) ?? enumTypeName)) ??
      younger.get(enumTypeName);
    const textOf = ({ typecode, typename }: DictionaryRow) =>
      language === 'zh' ? typename : (namesOf.get(enumTypeName)?.(typecode, language) ?? typename);
    const values = (rows ?? []).map((row) => ({ value: Number(row.typecode), name: row.typename, text: textOf(row) }));
    if (!rows || values.some(({ value }) => !Number.isInteger(value))) throw Problem.notFound();
    return values;
  }
}
