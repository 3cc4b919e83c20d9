import { Inject, Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { EMBEDDED_OPERATIONS, permissions, type Permission } from '#contract';
import { AccessKeys, isAccessKey } from './access-keys.js';
import { isAllowed, allowsAccessKey, type Caller } from './caller.js';
import { getRequest, type ApiReply, type ApiRequest } from '../http/api-request.js';
import { operationOfContext } from '../http/handles.js';
import { Problem } from '../http/problem.js';
import { Sessions } from './sessions.js';

const OPEN = Symbol('open');
/** Marks what stands beside the contract and tells no business: health, metrics, the API document. */
export const Public = () => SetMetadata(OPEN, true);

/** Lets a request through to its handler by the one permission table (libs/contract/src/permissions.ts). Tenancy is checked where the data is read. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    @Inject(Sessions) private readonly sessions: Sessions,
    private readonly keys: AccessKeys,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operation = operationOfContext(context);
    if (!operation) return Reflect.getMetadata(OPEN, context.getHandler()) === true;
    const request = getRequest(context);
    request.operation = operation.name;
    const permission = permissions[operation.name];
    if (permission === 'public') return true;
    const bearer = bearerTokenOf(request);
    if (bearer !== null && isAccessKey(bearer)) {
      request.caller = await this.machine(bearer, permission, request, context.switchToHttp().getResponse<ApiReply>());
      return true;
    }
    if (allowsAccessKey(permission) && permission.authCode && bearer === null && holdsAuthCode(request)) return true;
    const caller = await this.sessions.callerOf(bearer, request.receivedAt);
    if (!caller) throw Problem.unauthorized();
    if (caller.embedding && !EMBEDDED_OPERATIONS.has(operation.name)) throw Problem.forbidden();
    request.caller = { ...caller, byGrant: caller.grants?.includes(operation.name) ?? false };
    if (permission === undefined || !isAllowed(caller, permission, operation.name)) throw Problem.forbidden();
    return true;
  }

  /** A unit's own system. @throws Problem key_invalid, TOO_MANY, FORBIDDEN, scope_missing */
  private async machine(
    secret: string,
    permission: Permission | undefined,
    request: ApiRequest,
    reply: ApiReply,
  ): Promise<Caller> {
    const caller = await this.keys.callerOf(secret, request.receivedAt);
    if (!caller?.key) {
      this.keys.noteRefused(secret);
      throw Problem.keyInvalid();
    }
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

/** Whether a request brings a unit's integration secret in its body or its header; whose it must be its handler knows. */
const holdsAuthCode = ({ headers, body }: ApiRequest): boolean => {
  const [, inBody] = Object.entries((body ?? {}) as object).find(([name]) => name.toLowerCase() === 'authcode') ?? [];
  return [headers['auth-code'], inBody].some((given) => typeof given === 'string' && given !== '');
};

export const bearerTokenOf = (request: ApiRequest): string | null =>
  /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
