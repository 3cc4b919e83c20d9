import { Collapse } from '@blueprintjs/core';
import { AutomaticUpdates, Duplicate, Edit, History, Key, Trash } from '@blueprintjs/icons';
import { useState } from 'react';
import type { AccessKey, AccessKeyUsage } from '#contract';
import { copyToClipboard } from '../../components/clipboard.js';
import { type Column, DataTable } from '../../components/data-table.js';
import { ActionMenu } from '../../components/action-menu.js';
import { useTexts } from '../../i18n/texts.js';
import type { ConnectedUnit } from '../../integration/connected-unit.js';
import { dateTime, relativeTime, shortTime } from '../../lib/china-time.js';
import { formatCount } from '../../lib/numbers.js';
import { useNow } from '../../lib/use-time.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { openRenameDialog, openRotateKeyDialog, openScopesDialog } from './access-key-changes.dialogs.js';
import { openNewKeyDialog, openRevokeKeyDialog } from './access-key.dialogs.js';
import { RecentUse, lastUseOf, showUsage, useKeyUsage } from './key-usage.js';
import { ScopeTags } from './scope-tags.js';
import { ConnectionCard } from './connection-card.js';
import { texts } from './texts.js';

const [HOUR, DAY] = [3_600_000, 86_400_000];
/** A key that ends within this time is marked; for one that was unused for as long, revoking is suggested. */
const [ENDS_SOON_MS, UNUSED_MS] = [7 * DAY, 90 * DAY];

const isOver = ({ expiresAt }: AccessKey, now: number): boolean => expiresAt !== null && Date.parse(expiresAt) <= now;
const endsSoon = ({ expiresAt }: AccessKey, now: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) - now < ENDS_SOON_MS;
/** Time since the last use, as recorded or counted since; since its issue if it was never used. */
const unusedFor = (key: AccessKey, usage: AccessKeyUsage | undefined, now: number): number =>
  now - Date.parse(lastUseOf(key, usage) ?? key.createdAt);

/** The visible part of a key: the beginning of the secret. */
export const keyPrefix = ({ id }: Pick<AccessKey, 'id'>): string => `lk_${id.slice(0, 8)}…`;

/** Keys of the unit; revoked ones are collapsed below. */
export const AccessKeysCard = ({ unit, keys }: { unit: ConnectedUnit; keys: readonly AccessKey[] }) => {
  const t = useTexts(texts);
  const now = useNow();
  const wide = useWiderThan(720);
  const usages = useKeyUsage(unit).data?.items;
  const usageOf = ({ id }: AccessKey) => usages?.find(({ keyId }) => keyId === id);
  const currentKeys = keys.filter(({ revokedAt }) => revokedAt === null);
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null);
  const columns: Column<AccessKey>[] = [
    {
      key: 'name',
      head: t('name'),
      card: 'title',
      ...(wide ? { width: 190 } : {}),
      cell: (key) => (
        <>
          <div className="strong ellipsis">{key.name}</div>
          <div className="mono muted">{keyPrefix(key)}</div>
          {key.previousUntil !== null && (
            <div className="aux old-secret" title={dateTime(key.previousUntil)}>
              {t('oldUntil', { at: shortTime(key.previousUntil) })}
            </div>
          )}
        </>
      ),
      tooltip: ({ name, createdAt, createdBy }) =>
        `${name}\n${t('issuedBy', { at: dateTime(createdAt), by: createdBy })}`,
    },
    { key: 'scopes', head: t('scopes'), cell: ({ scopes }) => <ScopeTags scopes={scopes} /> },
    {
      key: 'used',
      head: t('lastUsed'),
      width: 108,
      cell: (key) => <LastUsed credential={key} usage={usageOf(key)} now={now} />,
      tooltip: (key) => {
        const last = lastUseOf(key, usageOf(key));
        return last === null ? '' : dateTime(last);
      },
    },
    {
      key: 'ends',
      head: t('ends'),
      width: 116,
      noEllipsis: true,
      cell: (key) => <Expiry credential={key} now={now} />,
    },
    {
      key: 'actions',
      head: t('actions'),
      card: 'end',
      width: 124,
      noEllipsis: true,
      pinned: wide,
      cell: (key) => <KeyActions unit={unit} credential={key} usage={usageOf(key)} now={now} />,
    },
  ];
  return (
    <ConnectionCard title={t('keys')} hint={t('keysHint')} addName={t('newKey')} onAdd={() => openNewKeyDialog(unit)}>
      {currentKeys.length === 0 ? (
        <p className="card-note">{t('noKeys')}</p>
      ) : (
        <div className="roomy-rows">
          <DataTable caption={t('keys')} columns={columns} rows={currentKeys} keyOf={({ id }) => id} cards />
        </div>
      )}
      {revoked.length > 0 && <Revoked keys={revoked} />}
    </ConnectionCard>
  );
};

type KeyProps = { credential: AccessKey; usage: AccessKeyUsage | undefined; now: number };

const LastUsed = ({ credential, usage, now }: KeyProps) => {
  const t = useTexts(texts);
  const unused = unusedFor(credential, usage, now);
  if (unused >= UNUSED_MS)
    return (
      <>
        <div className="danger-text">{t('unused', { n: formatCount(Math.floor(unused / DAY)) })}</div>
        <div className="aux muted">{t('revokeAdvised')}</div>
      </>
    );
  const last = lastUseOf(credential, usage);
  return (
    <>
      {last === null ? (
        <span className="muted">{t('neverUsed')}</span>
      ) : unused < HOUR && !usage?.lastAt ? (
        t('usedLately') // the recorded time is exact to the hour
      ) : (
        relativeTime(last, now)
      )}
      <RecentUse usage={usage} />
    </>
  );
};

const Expiry = ({ credential, now }: { credential: AccessKey; now: number }) => {
  const t = useTexts(texts);
  if (credential.expiresAt === null) return <span className="secondary">{t('forGood')}</span>;
  if (isOver(credential, now))
    return <span className="danger-text">{t('over', { at: shortTime(credential.expiresAt) })}</span>;
  const day = <span className="numeric">{dateTime(credential.expiresAt).slice(0, 10)}</span>;
  return endsSoon(credential, now) ? (
    <span className="danger-text">{t('endsIn', { time: relativeTime(credential.expiresAt, now) })}</span>
  ) : (
    day
  );
};

const KeyActions = ({ unit, credential, usage, now }: KeyProps & { unit: ConnectedUnit }) => {
  const t = useTexts(texts);
  const isOld = unusedFor(credential, usage, now) >= UNUSED_MS;
  const copyId = () => copyToClipboard(credential.id, t('idCopied'));
  return (
    <ActionMenu
      name={credential.name}
      main={
        isOld
          ? {
              text: t('revoke'),
              tone: 'danger',
              onPress: () => void openRevokeKeyDialog(credential, lastUseOf(credential, usage)),
            }
          : {
              text: t('rotate'),
              tone: endsSoon(credential, now) ? 'turn' : 'quiet',
              onPress: () => void openRotateKeyDialog(credential),
            }
      }
      actions={[
        { key: 'name', text: t('rename'), icon: <Edit />, onPress: () => void openRenameDialog(credential) },
        { key: 'scopes', text: t('scopesAsk'), icon: <Key />, onPress: () => void openScopesDialog(unit, credential) },
        { key: 'usage', text: t('usage'), icon: <History />, onPress: () => void showUsage(unit, credential) },
        { key: 'id', text: t('copyId'), icon: <Duplicate />, onPress: () => void copyId() },
        {
          key: 'rotate',
          text: t('rotateAsk'),
          icon: <AutomaticUpdates />,
          hint: t('rotateHint'),
          reason: isOver(credential, now) ? t('isOver') : null,
          onPress: () => void openRotateKeyDialog(credential),
        },
        {
          key: 'revoke',
          text: t('revokeAsk'),
          icon: <Trash />,
          hint: t('revokeHint'),
          isDanger: true,
          onPress: () => void openRevokeKeyDialog(credential, lastUseOf(credential, usage)),
        },
      ]}
    />
  );
};

const Revoked = ({ keys }: { keys: readonly AccessKey[] }) => {
  const t = useTexts(texts);
  const [open, setOpen] = useState(false);
  return (
    <div className="card-fold">
      <button type="button" className="link-button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(open ? 'foldRevoked' : 'showRevoked', { n: formatCount(keys.length) })}
      </button>
      <Collapse isOpen={open} transitionDuration={100}>
        <ul className="revoked-keys">
          {keys.map((key) => (
            <li key={key.id}>
              <span className="strong">{key.name}</span> <span className="mono muted">{keyPrefix(key)}</span>
              <div className="aux secondary">
                {t('revokedBy', {
                  at: shortTime(key.revokedAt ?? ''),
                  by: key.revokedBy,
                  reason: key.revokeReason,
                })}
              </div>
            </li>
          ))}
        </ul>
      </Collapse>
    </div>
  );
};
