import { Inject, Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { EMBEDDED_OPERATIONS, permissions } from '#contract';
import { callerMay } from './caller.js';
import { requestOf, type ApiRequest } from '../http/api-request.js';
import { operationIn } from '../http/handles.js';
import { Problem } from '../http/problem.js';
import { Sessions } from './sessions.js';

const OPEN = Symbol('open');
/** Marks what stands beside the contract and tells no business: health, metrics, the API document. */
export const Open = () => SetMetadata(OPEN, true);

/** Lets a request through to its handler by the one permission table (libs/contract/src/permissions.ts). Tenancy is checked where the data is read. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(@Inject(Sessions) private readonly sessions: Sessions) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operation = operationIn(context);
    if (!operation) return Reflect.getMetadata(OPEN, context.getHandler()) === true;
    const request = requestOf(context);
    request.operation = operation.name;
    const permission = permissions[operation.name];
    if (permission === 'public') return true;
    const caller = await this.sessions.callerOf(bearerOf(request), request.receivedAt);
    if (!caller) throw Problem.unauthorized();
    if (caller.embedding && !EMBEDDED_OPERATIONS.has(operation.name)) throw Problem.forbidden();
    request.caller = { ...caller, byGrant: caller.grants?.includes(operation.name) ?? false };
    if (permission === undefined || !callerMay(caller, permission, operation.name)) throw Problem.forbidden();
    return true;
  }
}

export const bearerOf = (request: ApiRequest): string | null =>
  /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
