import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { parse } from 'uuid';
import { KEY_MINUTES, MobilePage, permissions } from '#contract';
import { problem, RuleBroken, type Problem } from '#domain/rules';
import { isImpossible } from '#domain/time';
import type { Engines } from '#engines';
import { toCaller, isAllowed, type Caller } from '../auth/caller.js';
import { isSecretCurrentSince } from '../auth/lab-systems.js';
import { Users } from '../auth/users.js';
import { CLOCK, ENGINES, LOGGER, type Clock, type Log } from '../injection-tokens.js';
import { UnitManagerAccess } from '../auth/unit-managers.js';

/**
 * The grant of a key: one page, for exactly these ids, on behalf of the user who created it, until it expires or their
 * session ends. Times are UTC ISO.
 */
export type PhoneGrant = {
  page: MobilePage;
  ids: string[];
  holder: Caller;
  issuedAt: string;
  expiresAt: string;
  hasExpired: boolean;
};

/**
 * The operation that each page performs on behalf of the key's holder. Without permission for it, a user gets no key,
 * and existing keys stop working.
 */
const CALLS: Record<MobilePage, string> = {
  signList: 'SignConsignments',
  entrustUploadFilesinfo: 'uploadAccessory',
  sampleUploadFilesinfo: 'uploadAccessory',
  reportTakeSign: 'UpdateReportStatus',
};

/** Whether the caller may perform the operation of a page. */
export const canUsePage = (page: MobilePage, caller: Caller): boolean => {
  const permission = permissions[CALLS[page]];
  return permission !== undefined && isAllowed(caller, permission, CALLS[page]);
};

/** Version 4 marks a key from a session that a laboratory's system opened. Actions by such a key have the same mark. */
const FORMAT = 3;
const FORMAT_VIA_LAB_SYSTEM = 4;
const ID_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 16;
const SESSION_OFFSET = 2 + ID_BYTES;
const TIME_OFFSET = SESSION_OFFSET + ID_BYTES;
const HEAD_BYTES = TIME_OFFSET + TIME_BYTES;

/**
 * Keys with which a phone acts without a login (QR-009). Nothing is stored: a key contains its grant and the signature
 * of the installation. It is binary instead of JSON, so that the QR code is easy to scan. The signature includes the
 * unit of the key's user, so that the key becomes invalid when the user changes to another unit.
 */
@Injectable()
export class QrKeys {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
    private readonly unitManagers: UnitManagerAccess,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  async createKey(page: MobilePage, ids: readonly string[], { userId, unitId, jti, via }: Caller): Promise<string> {
    const issuedBytes = Buffer.alloc(TIME_BYTES);
    issuedBytes.writeUIntBE(this.now().getTime(), 0, TIME_BYTES);
    const grantBytes = Buffer.concat([
      Buffer.from([via ? FORMAT_VIA_LAB_SYSTEM : FORMAT, MobilePage.options.indexOf(page)]),
      parse(userId),
      parse(jti),
      issuedBytes,
      ...ids.map((id) => parse(id)),
    ]);
    return Buffer.concat([await this.macOf(grantBytes, unitId), grantBytes]).toString('base64url');
  }

  /**
   * The grant of a key, also of an expired one, because a request may be repeated late. @throws RuleBroken NO_SUCH_KEY
   */
  async readGrant(pages: readonly MobilePage[], key: string): Promise<PhoneGrant> {
    const bytes = Buffer.from(key, 'base64url');
    const grantBytes = bytes.subarray(MAC_BYTES);
    const page = MobilePage.options[grantBytes[1] ?? -1];
    const isWhole = grantBytes.byteLength > HEAD_BYTES && (grantBytes.byteLength - HEAD_BYTES) % ID_BYTES === 0;
    const isViaLabSystem = grantBytes[0] === FORMAT_VIA_LAB_SYSTEM;
    if (!isWhole || (grantBytes[0] !== FORMAT && !isViaLabSystem) || page === undefined || !pages.includes(page))
      return this.refuseUnknown('forged, cut or of another page');
    const user = await this.users.byId(uuidAt(grantBytes, 2));
    if (!user || !timingSafeEqual(bytes.subarray(0, MAC_BYTES), await this.macOf(grantBytes, user.unitId)))
      return this.refuseUnknown('forged, changed or of another unit');
    const issuedMs = grantBytes.readUIntBE(TIME_OFFSET, TIME_BYTES);
    const now = this.now().getTime();
    const sessionsFromMs = user.sessionsFrom === undefined ? 0 : Date.parse(user.sessionsFrom);
    if (issuedMs < sessionsFromMs && !isImpossible(sessionsFromMs, now))
      return this.refuseUnknown('older than its user’s password or account');
    const holder = toCaller(user, '', [], user.roles, isViaLabSystem ? 'labSystem' : null);
    if (!user.active || !canUsePage(page, holder)) return this.refuseUnknown('its user may no longer act');
    const issuedAt = new Date(issuedMs).toISOString();
    if (isViaLabSystem && !(await this.isLabSecretCurrent(user.unitId, issuedAt)))
      return this.refuseUnknown('its laboratory’s secret stands for nobody any more');
    const hasEnded = (await this.engines.vault.session(uuidAt(grantBytes, SESSION_OFFSET))) === null;
    const expiresMs = issuedMs + KEY_MINUTES * 60_000;
    const ids = Array.from({ length: (grantBytes.byteLength - HEAD_BYTES) / ID_BYTES }, (_, index) =>
      uuidAt(grantBytes, HEAD_BYTES + index * ID_BYTES),
    );
    return {
      page,
      ids,
      holder,
      issuedAt,
      expiresAt: new Date(expiresMs).toISOString(),
      hasExpired: hasEnded || expiresMs <= now || isImpossible(issuedMs, now),
    };
  }

  /** Refuses a key and logs its page and user, never the key. @throws RuleBroken the problem, if there is one */
  refuseIf({ page, holder }: PhoneGrant, refusal: Problem | null): void {
    if (!refusal) return;
    this.log.warn({ why: refusal.code, page, userId: holder.userId }, 'a key was refused');
    throw new RuleBroken(refusal);
  }

  private async isLabSecretCurrent(unitId: string | null, since: string): Promise<boolean> {
    return unitId !== null && isSecretCurrentSince(this.engines.eventStore, this.unitManagers, unitId, since);
  }

  private refuseUnknown(cause: string): never {
    this.log.warn({ why: cause }, 'a key was refused');
    throw new RuleBroken(problem('NO_SUCH_KEY'));
  }

  private async macOf(grantBytes: Buffer, unitId: string | null): Promise<Buffer> {
    const secret = await this.engines.vault.secret('qr-key', () => randomBytes(32).toString('base64url'));
    return createHmac('sha256', Buffer.from(secret, 'base64url'))
      .update(grantBytes)
      .update(unitId ?? '')
      .digest()
      .subarray(0, MAC_BYTES);
  }
}

/** The library rejects invalid UUIDs, but a forged key may contain any bytes. */
const uuidAt = (bytes: Buffer, offset: number): string =>
  bytes.toString('hex', offset, offset + ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The problem of an expired key. */
export const expiryProblem = ({ hasExpired }: PhoneGrant): Problem | null =>
  hasExpired ? problem('KEY_EXPIRED') : null;
