import type { VaultEntry } from './vault.js';

/** What an entry is called: enough to find it, nothing of what it holds. */
export const entryName = (entry: VaultEntry): string => {
  switch (entry.kind) {
    case 'sealingKey':
      return `key ${entry.index}`;
    case 'secret':
      return `secret "${entry.name}"`;
    case 'credential':
      return `password of user ${entry.userId}`;
    case 'session':
      return `session of user ${entry.session.userId}`;
  }
};

export const sameEntry = (one: VaultEntry, other: VaultEntry | null): boolean => {
  switch (one.kind) {
    case 'sealingKey':
      return other?.kind === 'sealingKey' && Buffer.compare(one.key, other.key) === 0;
    case 'secret':
      return other?.kind === 'secret' && one.value === other.value;
    case 'credential':
      return other?.kind === 'credential' && one.passwordHash === other.passwordHash;
    case 'session':
      return (
        other?.kind === 'session' &&
        one.session.userId === other.session.userId &&
        one.session.root === other.session.root &&
        one.session.expiresAt === other.session.expiresAt
      );
  }
};
