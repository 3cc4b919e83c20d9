import type { Position } from '#events';

/**
 * The figures of one scope are counted at most once in this time, so that a team that opens its dashboards together
 * causes one count.
 */
const CACHED_MS = 5_000;

type CachedFigures<Value> = { value: Promise<Value>; at: number; position: Position };

/**
 * Recently counted figures by scope. A caller that has seen a newer event than the count (`atLeast`) gets a new count.
 */
export class FiguresCache<Value> {
  private readonly entries = new Map<string, CachedFigures<Value>>();

  /** `position` is the position of the view before `count` starts. */
  async getOrCount(
    scope: string,
    { now, position, atLeast = '' }: { now: number; position: Position; atLeast?: Position | undefined },
    count: () => Promise<Value>,
  ): Promise<Value> {
    for (const [key, { at }] of this.entries) if (now - at >= CACHED_MS) this.entries.delete(key);
    const cached = this.entries.get(scope);
    if (cached && cached.position >= atLeast) return cached.value;
    const value = count();
    this.entries.set(scope, { value, at: now, position });
    // A failed count is not cached.
    value.catch(() => this.entries.delete(scope));
    return value;
  }
}
