import { v5 } from 'uuid';
import type { ConsignmentView } from '#contract';
import { consignment, type CommandContext, type Language } from '#domain';
import type { Engines } from '#engines';
import type { ConsignType } from '#events';
import type { Caller } from '../auth/caller.js';
import type { Decisions } from '../decisions/decisions.js';
import type { Answer } from '../http/answer.js';
import type { Log } from '../provided.js';
import { refuseClosedConsigningUnit } from '../units/unit-state.js';
import { unitNameNow } from '../units/unit-state.js';
import type { StartingDefaults } from './starting-defaults.js';
import { startingHeader } from './starting-header.js';
import { untouchedDraftOf } from './untouched-draft.js';
import { wholeAfter } from './written.js';

/**
 * Starts a draft of the caller's unit; the same request again answers the same draft. With `reuse` it answers the caller's untouched
 * draft where there is one (ADR-027).
 */
export const startConsignment = async (
  engines: Engines,
  decisions: Decisions,
  { consignType, reuse }: { consignType: ConsignType; reuse: boolean },
  caller: Caller,
  context: CommandContext,
  language: Language,
  starting: StartingDefaults,
  log: Log,
): Promise<Answer<ConsignmentView>> => {
  await refuseClosedConsigningUnit(engines.eventStore, caller.unitId);
  const id = v5('consignment', context.commandId);
  const [defaults, consignUnitName] = await Promise.all([
    startingHeader(engines, consignType, caller, starting, log),
    unitNameNow(engines.eventStore, caller),
  ]);
  const untouched = reuse ? await untouchedDraftOf(engines, caller, consignType, defaults, decisions.now()) : null;
  if (untouched) return wholeAfter(engines.eventStore, untouched.id, untouched, caller, language);
  const started = await decisions.decide(
    consignment,
    id,
    { type: 'CreateConsignment', by: context.by, at: context.at, consignType, consignUnitName, defaults },
    { ...context, startsStream: true },
  );
  return wholeAfter(engines.eventStore, id, started, caller, language);
};
