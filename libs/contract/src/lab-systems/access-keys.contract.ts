import { z } from 'zod';
import { ACCESS_KEY_LIMITS, MAX_OVERLAP_HOURS } from '#domain/lab-systems';
import { Scope } from '#events';
import { Guid, operation } from '../operation.js';
import { line, paragraphs } from '../texts.js';

const PATH = '/api/v1/access-keys';

/**
 * A key by which a unit's own system calls the platform. Times are UTC. `lastUsedAt` is exact for the first use and
 * within an hour after that. `createdBy` is the name of the issuer. The previous secret is also valid until
 * `previousUntil`; null if only the current one is.
 */
export const AccessKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(Scope),
  createdAt: z.string(),
  createdBy: z.string(),
  lastUsedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  previousUntil: z.string().nullable(),
  revokedAt: z.string().nullable(),
  revokedBy: z.string(),
  revokeReason: z.string(),
});
export type AccessKey = z.infer<typeof AccessKey>;

/** The only response that contains the secret, which is for `Authorization: Bearer`. */
export const IssuedAccessKey = AccessKey.extend({ secret: z.string() });
export type IssuedAccessKey = z.infer<typeof IssuedAccessKey>;

/** The unit whose keys an administrator manages. Unit managers manage those of their own unit. */
const unitId = Guid.optional();
const reason = paragraphs(ACCESS_KEY_LIMITS.reason);

export const issueAccessKey = operation({
  name: 'IssueAccessKey',
  family: 'v1',
  method: 'POST',
  path: PATH,
  summary:
    'Issues an access key of a unit; only this response contains its secret. By unit managers and administrators',
  source: 'ILIS-006',
  body: z.object({
    unitId,
    name: line(ACCESS_KEY_LIMITS.name, 1),
    scopes: z.array(Scope).min(1).max(Scope.options.length),
    expiresAt: z.iso.datetime({ offset: true }).nullable().default(null),
    reason: reason.default(''),
  }),
  result: IssuedAccessKey,
});
export const listAccessKeys = operation({
  name: 'ListAccessKeys',
  family: 'v1',
  method: 'GET',
  path: PATH,
  summary: 'Access keys of a unit, newest first, without their secrets; revoked ones too',
  source: 'ILIS-006',
  query: z.object({ unitId }),
  result: z.object({ items: z.array(AccessKey) }),
});
export const changeAccessKey = operation({
  name: 'ChangeAccessKey',
  family: 'v1',
  method: 'PATCH',
  path: `${PATH}/:keyId`,
  summary:
    'Changes name or scopes of an access key from the next request on; what is not sent stays. Other scopes need a reason',
  source: 'ILIS-006',
  query: z.object({ keyId: Guid }),
  body: z.object({
    name: line(ACCESS_KEY_LIMITS.name, 1).optional(),
    scopes: z.array(Scope).min(1).max(Scope.options.length).optional(),
    reason: reason.default(''),
  }),
  result: AccessKey,
});
/**
 * Recent use of a key per minute, the oldest minute first and the current one last: `requests` received, and those
 * `refused` for the secret, the scope or the limit. `byPrevious` is the number of requests with the previous secret.
 * `lastAt` (UTC) is the time of the last request; null if none is remembered.
 */
export const AccessKeyUsage = z.object({
  keyId: z.string(),
  lastAt: z.string().nullable(),
  requests: z.array(z.int()),
  refused: z.array(z.int()),
  byPrevious: z.int(),
});
export type AccessKeyUsage = z.infer<typeof AccessKeyUsage>;

export const listAccessKeyUsage = operation({
  name: 'ListAccessKeyUsage',
  family: 'v1',
  method: 'GET',
  path: `${PATH}/usage`,
  summary: 'How the access keys of a unit were used in the last minutes; `limit` requests a minute are let through',
  source: 'ILIS-006',
  query: z.object({ unitId }),
  result: z.object({ limit: z.int(), items: z.array(AccessKeyUsage) }),
});
export const rotateAccessKey = operation({
  name: 'RotateAccessKey',
  family: 'v1',
  method: 'POST',
  path: `${PATH}/:keyId/rotate`,
  summary:
    'Replaces the secret of an access key; the one before opens beside it for as many hours as are asked for, 24 unless said',
  source: 'ILIS-006',
  query: z.object({ keyId: Guid }),
  body: z.object({ reason, overlapHours: z.int().min(0).max(MAX_OVERLAP_HOURS).default(MAX_OVERLAP_HOURS) }),
  result: IssuedAccessKey,
});
export const revokeAccessKey = operation({
  name: 'RevokeAccessKey',
  family: 'v1',
  method: 'DELETE',
  path: `${PATH}/:keyId`,
  summary: 'Revokes an access key for good; the reason is in the query or in the body',
  source: 'ILIS-006',
  query: z.object({ keyId: Guid, reason: reason.optional() }),
  body: z.object({ reason: reason.optional() }).optional(),
  result: z.literal(true),
});
