import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AccessKey, AccessKeyUsage } from '#contract';
import { load } from '#domain/event-sourcing';
import { ACCESS_KEY_LIMITS, accessKey, accessKeys, validSecrets, type AccessKeyRow } from '#domain/lab-systems';
import { problem, RuleBroken } from '#domain/rules';
import type { Engines } from '#engines';
import { AccessKeys } from '../auth/access-keys.js';
import { Users, loadUserNames } from '../auth/users.js';
import { CLOCK, ENGINES, type Clock } from '../injection-tokens.js';

/** Maximum number of keys in a list. A unit has at most 50 valid keys at a time, but revoked keys stay in the list. */
const MAX_KEYS_LISTED = 500;

/** All keys of a unit, the newest first. */
export class ListAccessKeys extends Query<AccessKey[]> {
  constructor(readonly unitId: string) {
    super();
  }
}
/** The recent use of a unit's keys that are not revoked. */
export class ListAccessKeyUsage extends Query<{ limit: number; items: AccessKeyUsage[] }> {
  constructor(readonly unitId: string) {
    super();
  }
}
/** One key in the shape of a list item. */
export class GetAccessKey extends Query<AccessKey> {
  constructor(readonly keyId: string) {
    super();
  }
}

@QueryHandler(ListAccessKeys)
export class ListAccessKeysHandler implements IQueryHandler<ListAccessKeys> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ unitId }: ListAccessKeys): Promise<AccessKey[]> {
    const { rows } = await this.engines.views.find<AccessKeyRow>(accessKeys, {
      where: [{ column: 'unitId', eq: unitId }],
      sort: [{ column: 'createdAt', direction: 'desc' }],
      limit: MAX_KEYS_LISTED,
    });
    return toAccessKeys(this.users, rows, this.now());
  }
}

/**
 * Reads the key from its stream, so that the response to a change contains the change. @throws RuleBroken
 * NO_SUCH_ACCESS_KEY
 */
@QueryHandler(GetAccessKey)
export class GetAccessKeyHandler implements IQueryHandler<GetAccessKey> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ keyId }: GetAccessKey): Promise<AccessKey> {
    const { events } = await load(this.engines.eventStore, accessKey, keyId);
    const row = events.reduce<AccessKeyRow | null>((current, event) => accessKeys.project(current, event, keyId), null);
    const [key] = row ? await toAccessKeys(this.users, [row], this.now()) : [];
    if (!key) throw new RuleBroken(problem('NO_SUCH_ACCESS_KEY'));
    return key;
  }
}

@QueryHandler(ListAccessKeyUsage)
export class ListAccessKeyUsageHandler implements IQueryHandler<ListAccessKeyUsage> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly keys: AccessKeys,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ unitId }: ListAccessKeyUsage): Promise<{ limit: number; items: AccessKeyUsage[] }> {
    const { rows } = await this.engines.views.find<AccessKeyRow>(accessKeys, {
      where: [
        { column: 'unitId', eq: unitId },
        { column: 'isRevoked', eq: 0 },
      ],
      limit: ACCESS_KEY_LIMITS.keysPerUnit,
      withoutTotal: true,
    });
    const usage = await this.engines.keyRequests.usage(rows.map(({ id }) => id));
    const now = this.now().getTime();
    const items = usage.map(({ idleMs, ...counts }, index) => ({
      keyId: rows[index]?.id ?? '',
      lastAt: idleMs === null ? null : new Date(now - idleMs).toISOString(),
      ...counts,
    }));
    return { limit: this.keys.limit, items };
  }
}

export const accessKeyQueryHandlers = [ListAccessKeysHandler, ListAccessKeyUsageHandler, GetAccessKeyHandler];

const toAccessKeys = async (users: Users, rows: readonly AccessKeyRow[], now: Date): Promise<AccessKey[]> => {
  const people = rows.flatMap(({ createdBy, revokedBy }) =>
    revokedBy === null ? [createdBy] : [createdBy, revokedBy],
  );
  const nameOf = await loadUserNames(users, people);
  return rows.map((row) => {
    const { id, name, scopes, createdAt, createdBy, lastUsedAt, expiresAt, revokedAt, revokedBy, revokeReason } = row;
    const [, previous] = row.isRevoked ? [] : validSecrets(row, now.toISOString());
    return {
      id,
      name,
      scopes,
      createdAt,
      createdBy: nameOf(createdBy),
      lastUsedAt,
      expiresAt,
      previousUntil: previous?.until ?? null,
      revokedAt,
      revokedBy: revokedBy === null ? '' : nameOf(revokedBy),
      revokeReason,
    };
  });
};
