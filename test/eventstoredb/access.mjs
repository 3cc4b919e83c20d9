// Users and their rights on a secured node: who asks, and what the access control lists of the log let them do.
import { accessDenied, unauthenticated } from './failures.mjs';
import { originalOf, parseMetadata } from './metadata.mjs';
import { dataOf } from './record.mjs';

const ADMINS = '$admins';
const SETTINGS = '$settings';
const EVERYBODY = ['$all'];

const DEFAULTS = {
  $userStreamAcl: { $r: EVERYBODY, $w: EVERYBODY, $d: EVERYBODY, $mr: EVERYBODY, $mw: EVERYBODY },
  $systemStreamAcl: { $r: ADMINS, $w: ADMINS, $d: ADMINS, $mr: ADMINS, $mw: ADMINS },
};

/** @typedef {{ loginName: string, password: string, groups?: string[], disabled?: boolean }} User */

/** An insecure node asks nobody who they are, and enforces no list. */
export const openToAll = { check() {} };

/**
 * @param {import('./log.mjs').Log} log
 * @param {() => User[]} users those of this moment
 */
export const access = (log, users) => ({
  /**
   * @param {'$r' | '$w' | '$d'} right
   * @param {string} stream `$all`: the whole log
   * @throws the failure of the call
   */
  check(call, right, stream) {
    const roles = rolesOf(call, users());
    if (roles === null) throw unauthenticated();
    if (roles.includes(ADMINS)) return;
    const allowed = [allowedIn(log, right, stream)].flat();
    const isAllowed = allowed.some((role) => role === '$all' || roles.includes(role));
    if (roles.length === 0 || !isAllowed) throw accessDenied();
  },
});

/** Null: somebody who is not known. Nobody has no role. The key of a node is an administrator's. */
const rolesOf = (call, users) => {
  const [header] = call.metadata.get('authorization');
  if (header === undefined) {
    const { CN } = call.getAuthContext().sslPeerCertificate?.subject ?? {};
    const user = users.find(({ loginName, disabled }) => loginName === CN && !disabled);
    return CN === 'eventstoredb-node' ? [ADMINS] : user ? [user.loginName, ...(user.groups ?? [])] : [];
  }
  const [, loginName, password] = /^([^:]*):(.*)$/s.exec(
    Buffer.from(String(header).replace(/^Basic /, ''), 'base64').toString(),
  );
  const user = users.find((one) => one.loginName === loginName && one.password === password && !one.disabled);
  return user ? [user.loginName, ...(user.groups ?? [])] : null;
};

/**
 * What the stream says, else the newest defaults in `$settings`, else those of the server. A stream's metadata has
 * rights of its own.
 */
const allowedIn = (log, right, stream) => {
  const original = originalOf(stream);
  const [subject, key] = original === undefined ? [stream, right] : [original, right === '$r' ? '$mr' : '$mw'];
  const kind = subject.startsWith('$') ? '$systemStreamAcl' : '$userStreamAcl';
  const update = log.stream(SETTINGS).records.findLast(({ type }) => type === 'update-default-acl');
  const defaults = { ...DEFAULTS[kind], ...(update ? parseMetadata(dataOf(update))[kind] : {}) };
  return log.stream(subject).metadata?.$acl?.[key] ?? defaults[key];
};
