// Authentication and authorization on a secured node: finds the roles of the caller and checks them against the access
// control lists in the log.
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

/** An insecure node checks neither credentials nor access control lists. */
export const openToAll = { check() {} };

/**
 * @param {import('./log.mjs').Log} log
 * @param {() => User[]} users the current users
 */
export const access = (log, users) => ({
  /**
   * @param {'$r' | '$w' | '$d'} right
   * @param {string} stream `$all` for the whole log
   * @throws the error of the call
   */
  check(call, right, stream) {
    const roles = rolesOf(call, users());
    if (roles === null) throw unauthenticated();
    if (roles.includes(ADMINS)) return;
    const isAllowed = [allowedRoles(log, right, stream)].flat().some((role) => role === '$all' || roles.includes(role));
    if (roles.length === 0 || !isAllowed) throw accessDenied();
  },
});

/**
 * The roles of the caller: null for invalid credentials, empty for none. The certificate of a node has the role of an
 * administrator.
 */
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
  const user = users.find(
    (candidate) => candidate.loginName === loginName && candidate.password === password && !candidate.disabled,
  );
  return user ? [user.loginName, ...(user.groups ?? [])] : null;
};

/**
 * The roles that have a right, from the metadata of the stream, the newest defaults in `$settings` or the defaults of
 * the server. Metadata streams have separate rights.
 */
const allowedRoles = (log, right, stream) => {
  const original = originalOf(stream);
  const [subject, key] = original === undefined ? [stream, right] : [original, right === '$r' ? '$mr' : '$mw'];
  const kind = subject.startsWith('$') ? '$systemStreamAcl' : '$userStreamAcl';
  const update = log.stream(SETTINGS).records.findLast(({ type }) => type === 'update-default-acl');
  const defaults = { ...DEFAULTS[kind], ...(update ? parseMetadata(dataOf(update))[kind] : {}) };
  return log.stream(subject).metadata?.$acl?.[key] ?? defaults[key];
};
