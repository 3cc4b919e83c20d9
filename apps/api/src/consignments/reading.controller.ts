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
import type { Language } from '#domain';
import type { ConsignType } from '#events';
import type { Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
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

/** Consignments, their lists, logs and changes, and what a new one starts with. */
@Controller()
export class ReadingController {
  constructor(private readonly queries: QueryBus) {}

  @Handles(getConsingInfo)
  async one(@Input() { id }: InputOf<typeof getConsingInfo>, @By() caller: Caller, @In() language: Language) {
    const { view, revision, position } = await this.queries.execute(new GetConsignment(id, caller, language));
    return answer(view, { revision, position });
  }

  @Handles(getRawMateriaConsignInfoList)
  rawMaterials(@Input() filters: Filters, @By() caller: Caller, @In() language: Language) {
    return this.list([1], filters, caller, language);
  }

  @Handles(getRawMateriaConsignInfoListMobile)
  rawMaterialsOnPhones(@Input() filters: Filters, @By() caller: Caller, @In() language: Language) {
    return this.list([1], filters, caller, language);
  }

  @Handles(getSitePreConsignInfoList)
  appointments(
    @Input() { type, ...filters }: InputOf<typeof getSitePreConsignInfoList>,
    @By() caller: Caller,
    @In() language: Language,
  ) {
    return this.list(type === undefined ? [2, 3] : [type], filters, caller, language);
  }

  @Handles(listConsignments)
  all(
    @Input() { consignType, ...filters }: InputOf<typeof listConsignments>,
    @By() caller: Caller,
    @In() language: Language,
  ) {
    return this.list(consignType === undefined ? [1, 2, 3] : [consignType], filters, caller, language);
  }

  @Handles(getConsignmentCounts)
  async counts(@Input() filters: InputOf<typeof getConsignmentCounts>, @By() caller: Caller) {
    const { counts, stale } = await this.queries.execute(new CountConsignments(filters, caller));
    return answer(counts, { stale });
  }

  @Handles(getConsignLog)
  log(@Input() { consignId }: InputOf<typeof getConsignLog>, @By() caller: Caller, @In() language: Language) {
    return this.queries.execute(new GetConsignmentLog(consignId, caller, language));
  }

  @Handles(getConsignmentChanges)
  async changes(@Input() { id, after }: InputOf<typeof getConsignmentChanges>, @By() caller: Caller) {
    const { changes, revision } = await this.queries.execute(new GetConsignmentChanges(id, after, caller));
    return answer(changes, { revision });
  }

  @Handles(getAllowedActions)
  async actions(@Input() { id }: InputOf<typeof getAllowedActions>, @By() caller: Caller, @In() language: Language) {
    const allowed = await this.queries.execute(new GetAllowedActions(id, caller, language));
    return answer(allowed, { revision: allowed.revision });
  }

  @Handles(getDefaultConsignInfo)
  defaults(@Input() { testUnitId }: InputOf<typeof getDefaultConsignInfo>, @By() caller: Caller) {
    return this.queries.execute(new GetDefaults(testUnitId, caller));
  }

  @Handles(getPreSiteOtherInfoByTestUnitId)
  async qualificationsAndAddresses(@Input() { testUnitId }: InputOf<typeof getPreSiteOtherInfoByTestUnitId>) {
    return appointmentChoices(await this.unit(testUnitId));
  }

  @Handles(getTuQualificationsByTestUnitId)
  async qualifications(@Input() { testUnitId }: InputOf<typeof getTuQualificationsByTestUnitId>) {
    const { qualifications } = await this.unit(testUnitId);
    return qualifications
      .toSorted((left, right) => left.orderIndex - right.orderIndex)
      .map(({ id, name, sysQualificationId }) => ({ id, name, sysQualificationId }));
  }

  private async list(types: readonly ConsignType[], filters: Filters, caller: Caller, language: Language) {
    const { page, stale } = await this.queries.execute(new ListConsignments(types, filters, caller, language));
    return answer(page, { stale });
  }

  private async unit(testUnitId: string) {
    const unit = await this.queries.execute(new GetUnitChoices(testUnitId));
    if (!unit) throw Problem.notFound();
    return unit;
  }
}
