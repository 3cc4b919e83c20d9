import { Inject, Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { EMBEDDED_OPERATIONS, permissions, type Permission, updateUser, writesSharedData } from '#contract';
import { sameId } from '#domain/rules';
import type { Engines } from '#engines';
import { getRequest, type ApiReply, type ApiRequest, languageOf } from '../http/api-request.js';
import { readInput } from '../http/input.js';
import { operationOfContext } from '../http/operation-handlers.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../injection-tokens.js';
import { findUnopenedUnit } from '../units/unit-state.js';
import { AccessKeys, isAccessKey } from './access-keys.js';
import { isAllowed, allowsAccessKey, type Caller } from './caller.js';
import { Sessions } from './sessions.js';

const PUBLIC = Symbol('open');
/** Marks routes outside of the contract without business data: health, metrics, the API document. */
export const Public = () => SetMetadata(PUBLIC, true);

/**
 * Checks session, role and permission table (libs/contract/src/permissions.ts). Tenancy is checked where the data is
 * read.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    @Inject(Sessions) private readonly sessions: Sessions,
    private readonly keys: AccessKeys,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operation = operationOfContext(context);
    if (!operation) return Reflect.getMetadata(PUBLIC, context.getHandler()) === true;
    const request = getRequest(context);
    request.operation = operation.name;
    const permission = permissions[operation.name];
    if (permission === 'public') return true;
    const bearer = bearerTokenOf(request);
    if (bearer !== null && isAccessKey(bearer)) {
      request.caller = await this.authenticateKey(
        bearer,
        permission,
        request,
        context.switchToHttp().getResponse<ApiReply>(),
      );
      return true;
    }
    if (allowsAccessKey(permission) && permission.authCode && bearer === null && hasAuthCode(request)) return true;
    const caller = await this.sessions.callerOf(bearer, request.receivedAt);
    if (!caller) throw Problem.unauthorized();
    if (caller.embedding && !EMBEDDED_OPERATIONS.has(operation.name)) throw Problem.forbidden();
    request.caller = { ...caller, isGrantedByRole: caller.grants?.includes(operation.name) ?? false };
    if (permission === undefined || !isAllowed(caller, permission, operation.name)) throw Problem.forbidden();
    return true;
  }

  /**
   * Authenticates a unit's own system by its access key.
   * @throws Problem key_invalid, TOO_MANY, FORBIDDEN, scope_missing
   */
  private async authenticateKey(
    secret: string,
    permission: Permission | undefined,
    request: ApiRequest,
    reply: ApiReply,
  ): Promise<Caller> {
    const caller = await this.keys.callerOf(secret, request.receivedAt);
    if (!caller?.key) {
      this.keys.countRefusal(secret);
      throw Problem.keyInvalid();
    }
    request.machine = { unitId: caller.unitId ?? '', keyId: caller.key.id };
    const isOpen = permission !== undefined && isAllowed(caller, permission, request.operation ?? '');
    const { limit, remaining, seconds, isExhausted } = await this.keys.count(caller.key, !isOpen);
    void reply.headers({
      'RateLimit-Policy': `${limit};w=60`,
      'RateLimit-Limit': limit,
      'RateLimit-Remaining': remaining,
      'RateLimit-Reset': seconds,
    });
    if (isExhausted) throw Problem.tooMany(seconds);
    if (!allowsAccessKey(permission)) throw Problem.forbidden();
    if (!isOpen && permission.scope !== null) throw Problem.scopeMissing(permission.scope);
    return caller;
  }
}

/** Whether a request has an integration secret in its body or header. The handler checks which unit it belongs to. */
const hasAuthCode = ({ headers, body }: ApiRequest): boolean => {
  const [, bodyCode] = Object.entries((body ?? {}) as object).find(([name]) => name.toLowerCase() === 'authcode') ?? [];
  return [headers['auth-code'], bodyCode].some((authCode) => typeof authCode === 'string' && authCode !== '');
};

export const bearerTokenOf = (request: ApiRequest): string | null =>
  /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

/**
 * Members of a unit that was never opened may change only their own account (ADR-018). The guard runs after the
 * AccessGuard and reads the unit's stream, so an opening takes effect with the next request.
 */
@Injectable()
export class UnopenedUnitGuard implements CanActivate {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operation = operationOfContext(context);
    const request = getRequest(context);
    const { caller } = request;
    if (!operation || !caller || caller.unitId === null || !writesSharedData(operation)) return true;
    const unopenedUnit = await findUnopenedUnit(this.engines.eventStore, caller);
    if (!unopenedUnit || (operation === updateUser && isOwnAccount(request, caller.userId))) return true;
    throw Problem.unitNotOpened(unopenedUnit.opening.state);
  }
}

/** Whether the caller changes their own account. The handler rejects input that cannot be read. */
const isOwnAccount = (request: ApiRequest, userId: string): boolean => {
  try {
    const { id } = readInput(updateUser, request.query as object, request.body, languageOf(request)) as { id: string };
    return sameId(id, userId);
  } catch {
    return true;
  }
};
