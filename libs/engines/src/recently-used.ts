/** Values by their keys, as many as were used last; the one used longest ago is forgotten first. */
export class LruCache<Value> {
  private readonly values = new Map<string, Value>();

  /** `most` values are kept. */
  constructor(private readonly most: number) {}

  /** The value kept under `key`, now the one used last; undefined where there is none. */
  get(key: string): Value | undefined {
    const value = this.values.get(key);
    if (value !== undefined) this.put(key, value);
    return value;
  }

  put(key: string, value: Value): void {
    this.values.delete(key);
    this.values.set(key, value);
    const [oldest] = this.values.keys();
    if (this.values.size > this.most && oldest !== undefined) this.values.delete(oldest);
  }

  /** The value kept under `key`, else the one that `make` gives, which is kept from now on. */
  of(key: string, make: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.put(key, made);
    return made;
  }

  forget(key: string): void {
    this.values.delete(key);
  }
}
