import type { Position } from '#events';

/**
 * Figures of one scope are counted at most this often: a team that opens its dashboards together is answered by one
 * count.
 */
const KEPT_MS = 5_000;

type Kept<Value> = { value: Promise<Value>; at: number; position: Position };

/**
 * What was counted a moment ago, by scope. Whoever has seen a newer event than the count (`atLeast`) gets a new one.
 */
export class FiguresCache<Value> {
  private readonly entries = new Map<string, Kept<Value>>();

  /** `position`: how far the view has come now, before `count` starts. */
  async of(
    scope: string,
    { now, position, atLeast = '' }: { now: number; position: Position; atLeast?: Position | undefined },
    count: () => Promise<Value>,
  ): Promise<Value> {
    for (const [key, { at }] of this.entries) if (now - at >= KEPT_MS) this.entries.delete(key);
    const cached = this.entries.get(scope);
    if (cached && cached.position >= atLeast) return cached.value;
    const value = count();
    this.entries.set(scope, { value, at: now, position });
    // A count that failed is not worth keeping.
    value.catch(() => this.entries.delete(scope));
    return value;
  }
}
