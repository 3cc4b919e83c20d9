import { Controller, Inject } from '@nestjs/common';
import {
  getBusinessParam,
  getConsignDefaultValues,
  getCustomPropertyConsign,
  getDetectionTypes,
  getDictionary,
  getListByGroupId,
  getParameterList,
  getPreAttachments,
  getPreQualificationList,
  getSampleProcessMethods,
  getStandardList,
} from '#contract';
import type { DictionaryRow } from '#domain/reference';
import { problem, RuleBroken } from '#domain/rules';
import { dayInChina } from '#domain/time';
import type { Engines } from '#engines';
import { UNIT_TYPE } from '#events';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/consignment-access.js';
import { filesOfLab } from '../files/attachments.queries.js';
import { CurrentUser } from '../http/api-request.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { CLOCK, ENGINES, type Clock } from '../injection-tokens.js';
import { toStandardDates } from './offered-sample.js';
import type { DictionaryKey } from './catalogue.js';
import { Catalogues, CurrentCatalogueCaller, type CatalogueCaller } from './catalogues.js';

type Unit = { testUnitId?: string | undefined };

/** Lists of a catalogue and the initial settings of a consignment form. */
@Controller()
export class CatalogueListsController {
  constructor(
    private readonly catalogues: Catalogues,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(ENGINES) private readonly engines: Engines,
  ) {}

  @HandlesOperation(getStandardList)
  async standards(@Input() input: InputOf<typeof getStandardList>, @CurrentCatalogueCaller() by: CatalogueCaller) {
    const { search, skipCount, maxResultCount, whetherThisUnit: thisUnitOnly } = input;
    const { rows, total } = await (
      await this.catalogues.catalogueFor(input, by)
    ).standardList({ search, skipCount, maxResultCount, thisUnitOnly });
    const today = dayInChina(this.now());
    return {
      items: rows.map(({ id, standardName, publishCode, type, uniqueKey, ...standard }) => ({
        id,
        baseStandardName: standardName,
        printsManCode: publishCode,
        type,
        uniqKey: uniqueKey,
        ...toStandardDates(standard, today),
      })),
      totalCount: total,
    };
  }

  @HandlesOperation(getParameterList)
  async parameters(@Input() input: InputOf<typeof getParameterList>, @CurrentCatalogueCaller() by: CatalogueCaller) {
    const { rows, total } = await (await this.catalogues.catalogueFor(input, by)).parameterList(input);
    return {
      items: rows.map(({ isOffered: offered, ...parameter }) => ({ ...parameter, offered })),
      totalCount: total,
    };
  }

  @HandlesOperation(getDictionary)
  async dictionaryByType(@Input() input: InputOf<typeof getDictionary>, @CurrentCatalogueCaller() by: CatalogueCaller) {
    return (await this.rowsOf({ by: 'type', name: input.typeCode }, input, by)).map(toDictionaryEntry);
  }

  @HandlesOperation(getListByGroupId)
  async dictionaryByGroup(
    @Input() input: InputOf<typeof getListByGroupId>,
    @CurrentCatalogueCaller() by: CatalogueCaller,
  ) {
    return (await this.rowsOf({ by: 'group', name: input.dictGroupId }, input, by)).map(toDictionaryEntry);
  }

  @HandlesOperation(getSampleProcessMethods)
  async dictionaryByCode(
    @Input() input: InputOf<typeof getSampleProcessMethods>,
    @CurrentCatalogueCaller() by: CatalogueCaller,
  ) {
    return (await this.rowsOf({ by: 'code', name: input.code }, input, by)).map(({ id, typename }) => ({
      id,
      typename,
    }));
  }

  /** The code in the path selects the testing unit, like the header Unit-Code. */
  @HandlesOperation(getDetectionTypes)
  async detectionTypes(
    @Input() { organizationCode }: InputOf<typeof getDetectionTypes>,
    @CurrentCatalogueCaller() { caller }: CatalogueCaller,
  ) {
    const catalogue = await this.catalogues.catalogueFor({}, { unitCode: organizationCode, caller });
    return (await catalogue.detectionTypes()).map(({ id, typecode, typename }) => ({ id, typecode, typename }));
  }

  @HandlesOperation(getPreQualificationList)
  async qualifications(
    @Input() input: InputOf<typeof getPreQualificationList>,
    @CurrentCatalogueCaller() by: CatalogueCaller,
  ) {
    return (await this.catalogues.catalogueFor(input, by)).qualifications();
  }

  @HandlesOperation(getBusinessParam)
  async businessParams(
    @Input() input: InputOf<typeof getBusinessParam>,
    @CurrentCatalogueCaller() by: CatalogueCaller,
  ) {
    return (await this.catalogues.catalogueFor(input, by)).businessParams(input.keys);
  }

  @HandlesOperation(getCustomPropertyConsign)
  async extraFields(
    @Input() input: InputOf<typeof getCustomPropertyConsign>,
    @CurrentCatalogueCaller() by: CatalogueCaller,
  ) {
    return (await this.catalogues.catalogueFor(input, by)).extraFields();
  }

  /** A consigning unit gets its last choices with this testing unit, others get the unit's own defaults. */
  @HandlesOperation(getConsignDefaultValues)
  async consignDefaults(
    @Input() input: InputOf<typeof getConsignDefaultValues>,
    @CurrentCatalogueCaller() by: CatalogueCaller,
  ) {
    const { unitId, unitType } = by.caller;
    return (await this.catalogues.catalogueFor(input, by)).consignDefaults(
      unitType === UNIT_TYPE.client ? unitId : null,
    );
  }

  /** Files of a consignment at its testing unit, if the caller may read the consignment. */
  @HandlesOperation(getPreAttachments)
  async attachments(@Input() { consignId }: InputOf<typeof getPreAttachments>, @CurrentUser() caller: Caller) {
    const { state } = await findConsignment(this.engines.eventStore, consignId, caller);
    const labFiles = (await filesOfLab(this.engines.eventStore, state)).map(({ id, name }) => ({
      id,
      attachmentName: name,
    }));
    return [...labFiles, ...(await (await this.catalogues.ofUnit(state.header.testUnitId)).attachments(consignId))];
  }

  private async rowsOf(key: DictionaryKey, unit: Unit, by: CatalogueCaller): Promise<DictionaryRow[]> {
    const rows = await (await this.catalogues.catalogueFor(unit, by)).dictionary(key);
    if (!rows) throw new RuleBroken(problem('NO_SUCH_DICTIONARY', { code: key.name }));
    return rows;
  }
}

const toDictionaryEntry = ({ id, typecode, typename }: DictionaryRow) => ({ id, typecode, typename });
