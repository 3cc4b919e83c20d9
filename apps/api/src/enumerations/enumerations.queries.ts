import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { getEnumValues, type ResultOf } from '#contract';
import { nameOfStatus } from '#domain/consignment';
import { referenceLists, type DictionaryRow, type ReferenceRow } from '#domain/reference';
import { nameOfReportStatus, reportStatusName, SCHEDULE_STATUSES } from '#domain/report';
import type { Language } from '#domain/text';
import type { Engines, Views } from '#engines';
import type { OperationReturn, InputOf } from '../http/operation-handlers.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../injection-tokens.js';

/** Enumerations whose dictionary has another name. */
const dictionaries = new Map([
  ['ConsignType', 'consignTypes'],
  ['SendSampleType', 'sendSampleTypes'],
  ['MailPayType', 'mailPayTypes'],
  ['GetReportType', 'receiveReportTypes'],
]);

/** Enumerations whose names are translated. */
const translations = new Map<string, (value: string, language: Language) => string>([
  ['ConsignStatus', nameOfStatus],
  ['ReportStatus', nameOfReportStatus],
]);

/** Enumerations that the reference data of older installations lacks. */
const builtInEnumerations = new Map<string, readonly DictionaryRow[]>([
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

/** The values of an enumeration: `name` is the stored name, `text` the translated one if there is a translation. */
export class GetEnumValues extends Query<OperationReturn<ResultOf<typeof getEnumValues>>> {
  constructor(
    readonly input: InputOf<typeof getEnumValues>,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(GetEnumValues)
export class GetEnumValuesHandler implements IQueryHandler<GetEnumValues> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input: { enumTypeName }, language }: GetEnumValues) {
    const rows =
      (await findDictionary(this.engines.views, dictionaries.get(enumTypeName) ?? enumTypeName)) ??
      builtInEnumerations.get(enumTypeName);
    const toText = ({ typecode, typename }: DictionaryRow) =>
      language === 'zh' ? typename : (translations.get(enumTypeName)?.(typecode, language) ?? typename);
    const values = (rows ?? []).map((row) => ({ value: Number(row.typecode), name: row.typename, text: toText(row) }));
    if (!rows || values.some(({ value }) => !Number.isInteger(value))) throw Problem.notFound();
    return values;
  }
}

export const enumerationQueryHandlers = [GetEnumValuesHandler];

/**
 * The entries of a dictionary or enumeration in their order, without disabled ones (002 CAT-007); null if there is no
 * such list.
 */
export const findDictionary = async (views: Views, name: string): Promise<DictionaryRow[] | null> => {
  const list = await views.get<ReferenceRow>(referenceLists, name);
  return list?.kind === 'dictionary' ? list.rows.filter(({ isDeleted }) => !isDeleted) : null;
};
