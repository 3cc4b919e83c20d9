import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import {
  getAllowedActions,
  getConsignLog,
  getConsignmentChanges,
  getConsignmentCounts,
  getConsingInfo,
  getDefaultConsignInfo,
  getPreSiteOtherInfoByTestUnitId,
  getRawMateriaConsignInfoList,
  getRawMateriaConsignInfoListMobile,
  getSitePreConsignInfoList,
  getTuQualificationsByTestUnitId,
  listConsignments,
} from '#contract';
import type { Language } from '#domain/text';
import type { ConsignType } from '#events';
import type { Caller } from '../auth/caller.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { CurrentUser, RequestLanguage } from '../http/api-request.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { appointmentChoices } from './consignment-view.js';
import { CountConsignments, ListConsignments } from './list.queries.js';
import {
  GetAllowedActions,
  GetConsignment,
  GetConsignmentChanges,
  GetConsignmentLog,
  GetDefaults,
  GetUnitChoices,
} from './reading.queries.js';

type Filters = InputOf<typeof getRawMateriaConsignInfoList>;

/** Consignments, their lists, logs and changes, and the defaults of a new one. */
@Controller()
export class ReadingController {
  constructor(private readonly queries: QueryBus) {}

  @HandlesOperation(getConsingInfo)
  async detail(
    @Input() { id }: InputOf<typeof getConsingInfo>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    const { view, revision, position } = await this.queries.execute(new GetConsignment(id, caller, language));
    return withMeta(view, { revision, position });
  }

  @HandlesOperation(getRawMateriaConsignInfoList)
  rawMaterials(@Input() filters: Filters, @CurrentUser() caller: Caller, @RequestLanguage() language: Language) {
    return this.list([1], filters, caller, language);
  }

  @HandlesOperation(getRawMateriaConsignInfoListMobile)
  rawMaterialsOnPhones(
    @Input() filters: Filters,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    return this.list([1], filters, caller, language);
  }

  @HandlesOperation(getSitePreConsignInfoList)
  appointments(
    @Input() { type, ...filters }: InputOf<typeof getSitePreConsignInfoList>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    return this.list(type === undefined ? [2, 3] : [type], filters, caller, language);
  }

  @HandlesOperation(listConsignments)
  all(
    @Input() { consignType, ...filters }: InputOf<typeof listConsignments>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    return this.list(consignType === undefined ? [1, 2, 3] : [consignType], filters, caller, language);
  }

  @HandlesOperation(getConsignmentCounts)
  async counts(@Input() filters: InputOf<typeof getConsignmentCounts>, @CurrentUser() caller: Caller) {
    const { counts, stale } = await this.queries.execute(new CountConsignments(filters, caller));
    return withMeta(counts, { stale });
  }

  @HandlesOperation(getConsignLog)
  log(
    @Input() { consignId }: InputOf<typeof getConsignLog>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    return this.queries.execute(new GetConsignmentLog(consignId, caller, language));
  }

  @HandlesOperation(getConsignmentChanges)
  async changes(@Input() { id, after }: InputOf<typeof getConsignmentChanges>, @CurrentUser() caller: Caller) {
    const { changes, revision } = await this.queries.execute(new GetConsignmentChanges(id, after, caller));
    return withMeta(changes, { revision });
  }

  @HandlesOperation(getAllowedActions)
  async actions(
    @Input() { id }: InputOf<typeof getAllowedActions>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    const allowed = await this.queries.execute(new GetAllowedActions(id, caller, language));
    return withMeta(allowed, { revision: allowed.revision });
  }

  @HandlesOperation(getDefaultConsignInfo)
  defaults(@Input() { testUnitId }: InputOf<typeof getDefaultConsignInfo>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new GetDefaults(testUnitId, caller));
  }

  @HandlesOperation(getPreSiteOtherInfoByTestUnitId)
  async qualificationsAndAddresses(@Input() { testUnitId }: InputOf<typeof getPreSiteOtherInfoByTestUnitId>) {
    return appointmentChoices(await this.unit(testUnitId));
  }

  @HandlesOperation(getTuQualificationsByTestUnitId)
  async qualifications(@Input() { testUnitId }: InputOf<typeof getTuQualificationsByTestUnitId>) {
    const { qualifications } = await this.unit(testUnitId);
    return qualifications
      .toSorted((left, right) => left.orderIndex - right.orderIndex)
      .map(({ id, name, sysQualificationId }) => ({ id, name, sysQualificationId }));
  }

  private async list(types: readonly ConsignType[], filters: Filters, caller: Caller, language: Language) {
    const { page, stale } = await this.queries.execute(new ListConsignments(types, filters, caller, language));
    return withMeta(page, { stale });
  }

  private async unit(testUnitId: string) {
    const unit = await this.queries.execute(new GetUnitChoices(testUnitId));
    if (!unit) throw Problem.notFound();
    return unit;
  }
}
