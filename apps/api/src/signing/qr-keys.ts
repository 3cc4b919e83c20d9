import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { parse, stringify } from 'uuid';
import { KEY_MINUTES, MobilePage, permissions } from '#contract';
import { problem, RuleBroken } from '#domain';
import type { Engines } from '#engines';
import { callerFor, callerMay, type Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { CLOCK, ENGINES, LOG, type Clock, type Log } from '../provided.js';

/** What a key opens: one page, for exactly these ids, on behalf of the user who made it. Times UTC ISO. */
export type Granted = { ids: string[]; holder: Caller; issuedAt: string; expiresAt: string; hasExpired: boolean };

/** The call each page makes on its holder's behalf: who may no longer make it has no key to it either. */
const CALLS: Record<MobilePage, string> = { signList: 'SignConsignments' };

const FORMAT = 1;
const ID_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 16;
const HEAD_BYTES = 2 + ID_BYTES + TIME_BYTES;

/**
 * Keys a phone brings along instead of a login (QR-009). Nothing is stored: a key is what it grants, as bytes and not as JSON so that a
 * phone reads its code easily, with the installation's signature behind it.
 */
@Injectable()
export class QrKeys {
  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly users: Users, @Inject(CLOCK) private readonly now: Clock, @Inject(LOG) private readonly log: Log) {}

  async make(page: MobilePage, ids: readonly string[], { userId }: Caller): Promise<string> {
    const issued = Buffer.alloc(TIME_BYTES);
    issued.writeUIntBE(this.now().getTime(), 0, TIME_BYTES);
    const granted = Buffer.concat([Buffer.from([FORMAT, MobilePage.options.indexOf(page)]), parse(userId), issued, ...ids.map((id) => parse(id))]);
    return Buffer.concat([await this.macOf(granted), granted]).toString('base64url');
  }

  /** What a key grants, expired or not: a request that is repeated late is still the same request. @throws RuleBroken NO_SUCH_KEY */
  async open(page: MobilePage, key: string): Promise<Granted> {
    const bytes = Buffer.from(key, 'base64url');
    const granted = bytes.subarray(MAC_BYTES);
    const isOurs = granted.byteLength > HEAD_BYTES && timingSafeEqual(bytes.subarray(0, MAC_BYTES), await this.macOf(granted));
    if (!isOurs || granted[0] !== FORMAT || granted[1] !== MobilePage.options.indexOf(page)) return this.refused('forged, changed or of another page');
    const user = await this.users.byId(stringify(granted.subarray(2, 2 + ID_BYTES)));
    const holder = user?.active ? callerFor(user, '') : null;
    const permission = permissions[CALLS[page]];
    if (!holder || permission === undefined || !callerMay(holder, permission, CALLS[page])) return this.refused('its user may no longer act');
    const issued = granted.readUIntBE(2 + ID_BYTES, TIME_BYTES);
    const expires = issued + KEY_MINUTES * 60_000;
    const ids = Array.from({ length: (granted.byteLength - HEAD_BYTES) / ID_BYTES }, (_, n) => stringify(granted.subarray(HEAD_BYTES + n * ID_BYTES, HEAD_BYTES + (n + 1) * ID_BYTES)));
    return { ids, holder, issuedAt: new Date(issued).toISOString(), expiresAt: new Date(expires).toISOString(), hasExpired: expires <= this.now().getTime() };
  }

  private refused(why: string): never {
    this.log.warn({ why }, 'a key was refused');
    throw new RuleBroken(problem('NO_SUCH_KEY'));
  }

  private async macOf(granted: Buffer): Promise<Buffer> {
    const secret = await this.engines.vault.secret('qr-key', () => randomBytes(32).toString('base64url'));
    return createHmac('sha256', Buffer.from(secret, 'base64url')).update(granted).digest().subarray(0, MAC_BYTES);
  }
}
