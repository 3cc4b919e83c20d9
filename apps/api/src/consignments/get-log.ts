import { Controller, Inject, Injectable } from '@nestjs/common';
import { getConsignLog, type ConsignLogRow } from '#contract';
import { actionNameIn, consignmentLog, type ActionName, type Language, statusNamesOf } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { By, In } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { findConsignment } from './find-consignment.js';
import { maskedName } from './mask.js';
import { namesOf } from './names-of.js';

/** The steps of one consignment in words, for the console and for the laboratory's system. */
@Injectable()
export class ConsignmentLogs {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
  ) {}

  async of(consignId: string, caller: Caller, language: Language): Promise<ConsignLogRow[]> {
    const { eventStore } = this.engines;
    const [{ past, personsShown }, statusName] = await Promise.all([
      findConsignment(eventStore, consignId, caller),
      statusNamesOf(eventStore, language),
    ]);
    const rows = consignmentLog(past);
    /** What changes no status needs its verb to be understood. */
    const describe = (exeType: ActionName, words: string) =>
      exeType === 'setActualFee' || exeType === 'setBill' ? `${actionNameIn(exeType, language)}：${words}` : words;
    const nameOf = await namesOf(
      this.users,
      rows.map(({ by }) => by.userId),
    );
    return rows.map(({ curStep, nextStep, exeType, by, at, description, operator }) => {
      const name = operator || nameOf(by.userId);
      return {
        foreignTable: 'BuConsignInfo',
        foreignKey: consignId,
        workFlowName: 'BuConsignInfo',
        workFlowNameDisplay: '委托流程',
        curStep: statusName(curStep),
        nextStep: nextStep === null ? '' : statusName(nextStep),
        exeType,
        exeUserName: personsShown ? name : maskedName(name),
        exeTime: at,
        exeDescription: describe(exeType, description),
        ...(by.via && { via: by.via }),
      };
    });
  }
}

@Controller()
export class GetLog {
  constructor(private readonly logs: ConsignmentLogs) {}

  @Handles(getConsignLog)
  handle(@Input() { consignId }: InputOf<typeof getConsignLog>, @By() caller: Caller, @In() language: Language) {
    return this.logs.of(consignId, caller, language);
  }
}
