import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withReadScope } from '../event-store/read-scope.js';
import { VaultConflict, type Session, type Vault, type VaultEntry } from './vault.js';

/** A vault, and further vaults on the same storage, like those of other processes; in memory there is only one. */
export type VaultUnderTest = { vault: Vault; openAnother(): Promise<Vault>; close(): Promise<void> };

/** What every adapter of the vault must do. */
export const vaultContract = (adapter: string, open: () => Promise<VaultUnderTest>): void => {
  describe(`vault on ${adapter}`, () => {
    let test: VaultUnderTest;
    let vault: Vault;
    let otherVault: Vault;

    beforeAll(async () => {
      test = await open();
      vault = test.vault;
      otherVault = await test.openAnother();
    });
    afterAll(() => test.close());

    it('creates a key of 32 bytes on first use and returns the same key to every caller', async () => {
      const index = randomUUID();
      const keys = await Promise.all(
        [vault, otherVault, vault, otherVault].map((instance) => instance.sealingKey(index)),
      );
      expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
      expect(keys[0]).toHaveLength(32);
      expect(await vault.sealingKey(randomUUID())).not.toEqual(keys[0]);
    });

    it('either distinguishes or refuses a name that contains NUL, and never truncates a name or a value there', async () => {
      const name = randomUUID();
      expect(await vault.secret(name, () => 'short')).toBe('short');
      const refused = () => 'refused';
      expect(['long', 'refused']).toContain(await vault.secret(`${name}\0more`, () => 'long').catch(refused));
      expect(['a\0b', 'refused']).toContain(await vault.secret(`${name}-value`, () => 'a\0b').catch(refused));
      expect(['a\0b', 'later']).toContain(await otherVault.secret(`${name}-value`, () => 'later'));
      await vault.setCredential(name, 'hash');
      await vault.setCredential(`${name}\0more`, 'another').catch(refused);
      await vault.deleteCredential(`${name}\0more`).catch(refused);
      expect([await vault.credential(name), await vault.secret(name, () => 'new')]).toEqual(['hash', 'short']);
      const key = await vault.sealingKey(name);
      await vault.deleteSealingKeys([`${name}\0more`]).catch(refused);
      expect(await vault.sealingKey(name)).toEqual(key);
    });

    it('returns only keys that exist', async () => {
      const [firstIndex, secondIndex, missingIndex] = [randomUUID(), randomUUID(), randomUUID()];
      const keys = [await vault.sealingKey(firstIndex), await otherVault.sealingKey(secondIndex)];
      const keysByIndex = await vault.sealingKeys([firstIndex, missingIndex, secondIndex, firstIndex]);
      expect([...keysByIndex.keys()].toSorted()).toEqual([firstIndex, secondIndex].toSorted());
      expect([firstIndex, secondIndex].map((index) => Buffer.from(keysByIndex.get(index) ?? []))).toEqual(
        keys.map((key) => Buffer.from(key)),
      );
      expect(await vault.sealingKeys([])).toEqual(new Map());
    });

    it('deletes keys permanently, at once for every process', async () => {
      const [firstIndex, secondIndex] = [randomUUID(), randomUUID()];
      const key = await vault.sealingKey(firstIndex);
      await vault.sealingKey(secondIndex);
      for (const instance of [vault, otherVault])
        expect((await instance.sealingKeys([firstIndex, secondIndex])).size).toBe(2);
      expect(await vault.deleteSealingKeys([firstIndex, secondIndex, randomUUID()])).toBe(2);
      expect(await vault.deleteSealingKeys([firstIndex])).toBe(0);
      for (const instance of [vault, otherVault])
        expect(await instance.sealingKeys([firstIndex, secondIndex])).toEqual(new Map());
      expect(await otherVault.sealingKey(firstIndex)).not.toEqual(key);
    });

    it('shows keys as deleted at once to work that has read them before', async () => {
      const index = randomUUID();
      await vault.sealingKey(index);
      await withReadScope(async () => {
        expect((await vault.sealingKeys([index])).size).toBe(1);
        await vault.deleteSealingKeys([index]);
        expect(await vault.sealingKeys([index])).toEqual(new Map());
      });
    });

    it('creates a secret only once', async () => {
      const name = randomUUID();
      let creationCount = 0;
      const make = async () => {
        creationCount++;
        await new Promise(setImmediate);
        return randomUUID();
      };
      const [first, second] = await Promise.all([vault.secret(name, make), vault.secret(name, make)]);
      expect(second).toBe(first);
      expect(await otherVault.secret(name, make)).toBe(first);
      expect(creationCount).toBe(1);
    });

    it('agrees on one secret when two processes create it at once', async () => {
      const name = randomUUID();
      const [first, second] = await Promise.all([
        vault.secret(name, () => randomUUID()),
        otherVault.secret(name, () => randomUUID()),
      ]);
      expect(second).toBe(first);
    });

    it('creates a secret again if its creation failed before', async () => {
      const name = randomUUID();
      await expect(vault.secret(name, () => Promise.reject(new Error('no entropy')))).rejects.toThrow('no entropy');
      expect(await vault.secret(name, () => 'made')).toBe('made');
    });

    it('stores the newest password hash of a user', async () => {
      const userId = randomUUID();
      expect(await vault.credential(userId)).toBeNull();
      await vault.setCredential(userId, 'first');
      await otherVault.setCredential(userId, 'second');
      expect(await vault.credential(userId)).toBe('second');
    });

    it('deletes a password hash for every process, and no other hash', async () => {
      const [userId, otherUserId] = [randomUUID(), randomUUID()];
      await vault.setCredential(userId, 'first');
      await vault.setCredential(otherUserId, 'other');
      await otherVault.deleteCredential(userId);
      await otherVault.deleteCredential(userId);
      expect([await vault.credential(userId), await vault.credential(otherUserId)]).toEqual([null, 'other']);
    });

    it('stores a session for every process until it is ended', async () => {
      const session: Session = {
        jti: randomUUID(),
        userId: randomUUID(),
        createdAt: '2026-01-02T03:04:05.678Z',
        expiresAt: '2026-01-03T03:04:05.678Z',
      };
      await vault.addSession(session);
      expect(await otherVault.session(session.jti)).toEqual(session);
      await otherVault.endSession(session.jti);
      expect(await vault.session(session.jti)).toBeNull();
      await vault.endSession(session.jti);
    });

    const addNewSession = async (expiresAt: string, root?: string): Promise<Session> => {
      const createdAt = '2026-01-02T03:04:05.678Z';
      const session = { jti: randomUUID(), userId: randomUUID(), createdAt, expiresAt, ...(root ? { root } : {}) };
      await vault.addSession(session);
      return session;
    };

    it.each([
      ['the first', 0],
      ['a derived', 1],
    ])(
      'ends a whole family of sessions through %s session, for every process, and no other family',
      async (_, member) => {
        const root = await addNewSession('2026-01-03T03:04:05.678Z');
        const derived = [];
        for (let n = 0; n < 2; n++) derived.push(await addNewSession('2026-01-03T03:04:05.678Z', root.jti));
        const stranger = await addNewSession('2026-01-03T03:04:05.678Z');
        const family = [root, ...derived];
        for (const session of [...family, stranger]) expect(await otherVault.session(session.jti)).toEqual(session);
        await otherVault.endFamily(family[member]?.jti ?? '');
        for (const { jti } of family)
          for (const instance of [vault, otherVault]) expect(await instance.session(jti)).toBeNull();
        expect(await vault.session(stranger.jti)).toEqual(stranger);
        const secrets: string[] = [];
        for await (const group of vault.entries()) secrets.push(JSON.stringify(group));
        for (const { jti } of family) expect(secrets.join()).not.toContain(jti);
      },
    );

    it('treats sessions derived from an ended session as ended, also those added afterwards', async () => {
      const root = await addNewSession('2026-01-03T03:04:05.678Z');
      const earlierSession = await addNewSession('2026-01-03T03:04:05.678Z', root.jti);
      await vault.endSession(root.jti);
      const laterSession = await addNewSession('2026-01-03T03:04:05.678Z', root.jti);
      for (const { jti } of [earlierSession, laterSession]) expect(await otherVault.session(jti)).toBeNull();
    });

    it('deletes a limited number of expired sessions at a time, the oldest first, and no other session', async () => {
      const hours = [1, 2, 3, 4].map((hour) => `2025-01-01T0${hour}:00:00.000Z`);
      const sessions: Session[] = [];
      for (const hour of hours.toReversed()) sessions.unshift(await addNewSession(hour));
      const remainingExpiries = async () =>
        (await Promise.all(sessions.map(({ jti }) => otherVault.session(jti)))).map((session) => session?.expiresAt);
      expect(await vault.deleteExpiredSessions('2025-01-01T03:00:00.000Z', 2)).toBe(2);
      expect(await remainingExpiries()).toEqual([undefined, undefined, hours[2], hours[3]]);
      expect(await otherVault.deleteExpiredSessions('2025-01-01T03:00:00.000Z', 2)).toBe(1);
      expect(await vault.deleteExpiredSessions('2025-01-01T03:00:00.000Z', 2)).toBe(0);
      expect(await remainingExpiries()).toEqual([undefined, undefined, undefined, hours[3]]);
    });

    it('exports all its entries, and imports missing entries of another vault', async () => {
      const [index, name, userId, jti] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
      // The root of the session is in another group.
      const root = randomUUID();
      const entries: VaultEntry[] = [
        { kind: 'sealingKey', index, key: randomBytes(32) },
        { kind: 'secret', name, value: 'made' },
        { kind: 'credential', userId, passwordHash: '$argon2' },
        {
          kind: 'session',
          session: { jti, userId, createdAt: '2026-01-02T03:04:05.678Z', expiresAt: '2026-01-03T03:04:05.678Z', root },
        },
      ];
      await vault.add(entries);
      await otherVault.add(entries);
      await vault.addSession({
        jti: root,
        userId,
        createdAt: '2026-01-02T03:04:05.678Z',
        expiresAt: '2026-01-03T03:04:05.678Z',
      });
      expect(Buffer.from(await otherVault.sealingKey(index))).toEqual(
        entries[0]?.kind === 'sealingKey' && entries[0].key,
      );
      expect(await otherVault.secret(name, () => 'another')).toBe('made');
      expect([await otherVault.credential(userId), (await otherVault.session(jti))?.userId]).toEqual([
        '$argon2',
        userId,
      ]);
      const exportedEntries: VaultEntry[] = [];
      for await (const group of vault.entries()) exportedEntries.push(...group);
      expect(
        exportedEntries.filter(
          (entry) =>
            (entry.kind === 'session' && entry.session.jti === jti) ||
            (entry.kind === 'credential' && entry.userId === userId),
        ),
      ).toEqual(entries.slice(2));
      expect(exportedEntries.filter(({ kind }) => kind === 'sealingKey').length).toBeGreaterThan(1);
      expect(new Set(exportedEntries.map((entry) => JSON.stringify(entry))).size).toBe(exportedEntries.length);
    });

    it('preserves an existing entry when a different one is imported, and reports the conflict', async () => {
      const [index, name, userId] = [randomUUID(), randomUUID(), randomUUID()];
      const key = Buffer.from(await vault.sealingKey(index));
      await vault.secret(name, () => 'first');
      await vault.setCredential(userId, 'first');
      await expect(vault.add([{ kind: 'sealingKey', index, key: randomBytes(32) }])).rejects.toThrow(
        new VaultConflict(`key ${index}`),
      );
      await expect(vault.add([{ kind: 'secret', name, value: 'second' }])).rejects.toThrow(
        new VaultConflict(`secret "${name}"`),
      );
      await expect(vault.add([{ kind: 'credential', userId, passwordHash: 'second' }])).rejects.toThrow(VaultConflict);
      expect(Buffer.from(await otherVault.sealingKey(index))).toEqual(key);
      expect(await otherVault.credential(userId)).toBe('first');
    });
  });
};
