import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { updateUser, writesSharedData } from '#contract';
import { sameId } from '#domain/rules';
import type { Engines } from '#engines';
import { languageOf, getRequest, type ApiRequest } from '../http/api-request.js';
import { operationOfContext } from '../http/handles.js';
import { readInput } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';
import { findUnopenedUnit } from '../units/unit-state.js';

/**
 * Refuses the people of a unit that was never opened whatever writes anything beside their own account (ADR-018). It runs
 * after the AccessGuard, and asks the unit's stream, so that an opening takes effect with the next request.
 */
@Injectable()
export class UnopenedUnitGuard implements CanActivate {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operation = operationOfContext(context);
    const request = getRequest(context);
    const { caller } = request;
    if (!operation || !caller || caller.unitId === null || !writesSharedData(operation)) return true;
    const found = await findUnopenedUnit(this.engines.eventStore, caller);
    if (!found || (operation === updateUser && isOwnAccount(request, caller.userId))) return true;
    throw Problem.unitNotOpened(found.opening.state);
  }
}

/** Whether a change of an account is one of the caller's own. What cannot be read is refused by the handler. */
const isOwnAccount = (request: ApiRequest, userId: string): boolean => {
  try {
    const { id } = readInput(updateUser, request.query as object, request.body, languageOf(request)) as { id: string };
    return sameId(id, userId);
  } catch {
    return true;
  }
};
