import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { getReportConfigList, getReportConfigSysList, saveReportConfig, type ReportConfig } from '#contract';
import {
  consigningUnit,
  load,
  problem,
  refuseIf,
  reportConfig,
  systemReportWish,
  type CommandContext,
  type ReportWish,
} from '#domain';
import type { Engines } from '#engines';
import type { ConsignType } from '#events';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { ownOnly, unitAskedFor } from './own-unit.js';

const KINDS: readonly ConsignType[] = [1, 2, 3];

/** How a consigning unit wants its reports: its own staff and the administrator set it, new consignments start with it (002 UN-022). */
@Controller()
export class KeepReportConfig {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(getReportConfigSysList)
  async system(): Promise<ReportConfig[]> {
    return KINDS.map((consignType) => rowOf('', consignType, systemReportWish(), true));
  }

  @Handles(getReportConfigList)
  async list(
    @Input() { consignType, consignUnitId }: InputOf<typeof getReportConfigList>,
    @By() caller: Caller,
  ): Promise<ReportConfig[]> {
    const unitId = await this.unitOf(consignUnitId, caller);
    const { state } = await load(this.engines.eventStore, reportConfig, unitId);
    return KINDS.filter((kind) => consignType === undefined || kind === consignType).flatMap((kind) => {
      const wish = state[kind];
      return wish ? [rowOf(unitId, kind, wish, false)] : [];
    });
  }

  @Handles(saveReportConfig)
  async save(
    @Input() { consignUnitId, consignType, getReportType, reportCount }: InputOf<typeof saveReportConfig>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const unitId = await this.unitOf(consignUnitId, caller);
    const wish = { getReportType, reportCount };
    const { revision, position } = await this.decisions.decide(
      reportConfig,
      unitId,
      { type: 'SaveReportConfig', consignType, wish },
      context,
    );
    return answer(rowOf(unitId, consignType, wish, false), { revision, position });
  }

  private async unitOf(asked: string | undefined, caller: Caller): Promise<string> {
    const unitId = unitAskedFor(asked, caller);
    ownOnly(caller, unitId);
    const { state } = await load(this.engines.eventStore, consigningUnit, unitId);
    refuseIf(state ? null : problem('NO_SUCH_UNIT'));
    return unitId;
  }
}

const rowOf = (unitId: string, consignType: ConsignType, wish: ReportWish, isSystem: boolean): ReportConfig => ({
  id: isSystem ? `system-${consignType}` : v5(`reportConfig/${consignType}`, unitId),
  consignUnitId: unitId,
  consignType,
  ...wish,
  isSystem,
});
