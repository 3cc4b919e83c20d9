import { issueAccessKey, permissions, type Operation } from '#contract';
import { ROLE, Scope } from '#events';
import type { Service } from './service.js';

const USERS: Record<string, string> = {
  [ROLE.admin]: 'admin',
  [ROLE.client]: 'client1',
  [ROLE.lab]: 'lab1',
  [ROLE.auditor]: 'auditor',
  [ROLE.operator]: 'operator',
};

/**
 * The token of a caller that may call an operation, for tests over all operations: a user, or a laboratory system with
 * every scope.
 */
export const personaAllowedTo = async (service: Service): Promise<(operation: Operation) => string> => {
  const tokens = new Map<string, string>();
  for (const [role, userName] of Object.entries(USERS)) tokens.set(role, (await service.as(userName)).token ?? '');
  const key = { name: 'LIMS', scopes: Scope.options };
  const { secret } = await (await service.as('lab1')).do(issueAccessKey, { body: key });
  return ({ name }) => {
    const permission = permissions[name];
    if (typeof permission === 'object' && 'scope' in permission) return secret;
    const role = Array.isArray(permission) ? (permission as string[])[0] : ROLE.client;
    return tokens.get(role ?? '') ?? tokens.get(ROLE.client) ?? '';
  };
};
