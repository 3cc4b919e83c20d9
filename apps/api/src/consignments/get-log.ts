import { Controller, Inject } from '@nestjs/common';
import { getConsignLog } from '#contract';
import { consignmentLog, type Language } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { By, In } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { findConsignment } from './find-consignment.js';
import { maskedName } from './mask.js';
import { statusNamesOf } from './status-names.js';

@Controller()
export class GetLog {
  constructor(@Inject(ENGINES) private readonly engines: Engines, @Inject(Users) private readonly users: Users) {}

  @Handles(getConsignLog)
  async handle(@Input() { consignId }: InputOf<typeof getConsignLog>, @By() caller: Caller, @In() language: Language) {
    const { eventStore } = this.engines;
    const [{ past, personsShown }, statusName] = await Promise.all([findConsignment(eventStore, consignId, caller), statusNamesOf(eventStore, language)]);
    const rows = consignmentLog(past);
    const names = await this.namesOf(rows.map(({ by }) => by.userId));
    return rows.map(({ curStep, nextStep, exeType, by, at, description }) => {
      const name = names.get(by.userId) ?? '';
      return {
        foreignTable: 'BuConsignInfo', foreignKey: consignId, workFlowName: 'BuConsignInfo', workFlowNameDisplay: '委托流程',
        curStep: statusName(curStep), nextStep: nextStep === null ? '' : statusName(nextStep), exeType,
        exeUserName: personsShown ? name : maskedName(name), exeTime: at, exeDescription: description,
      };
    });
  }

  /** Names are not in the log of events: they are what the users' own streams say today (DECISIONS 18). */
  private async namesOf(userIds: string[]): Promise<Map<string, string>> {
    const entries = [...new Set(userIds)].map(async (userId) => [userId, (await this.users.byId(userId))?.profile.name ?? ''] as const);
    return new Map(await Promise.all(entries));
  }
}
