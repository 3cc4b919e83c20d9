import { Injectable } from '@nestjs/common';
import { Problem } from '../../http/problem.js';

const PER_MINUTE = 600;

/** How many codes a laboratory's system is given a minute, by each process: counted once its secret is proven, so that nobody else uses them up. */
@Injectable()
export class EmbeddingCodeLimit {
  private readonly given = new Map<string, { minute: number; count: number }>();

  /** @throws Problem TOO_MANY */
  count(unitId: string, at: Date): void {
    const minute = Math.floor(at.getTime() / 60_000);
    const before = this.given.get(unitId);
    const count = before?.minute === minute ? before.count + 1 : 1;
    this.given.set(unitId, { minute, count });
    if (count > PER_MINUTE) throw Problem.tooMany();
  }
}
