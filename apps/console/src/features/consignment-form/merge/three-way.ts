export type Side = 'mine' | 'theirs';

/** One entry in which two people, or one of them, left what both began with. `chosen` is null where both did: only a person can tell. */
export type Difference<Key extends string, Value> = {
  key: Key;
  base: Value | undefined;
  mine: Value | undefined;
  theirs: Value;
  chosen: Side | null;
};

type Entries<Key extends string, Value> = Readonly<Partial<Record<Key, Value>>>;

/**
 * Compares two versions with what both began with, entry by entry, in the order of `theirs`.
 * Entries that both have alike make no difference, whoever changed them; what `theirs` does not have can be kept by nobody.
 */
export const differencesOf = <Key extends string, Value>(
  base: Entries<Key, Value>,
  mine: Entries<Key, Value>,
  theirs: Entries<Key, Value>,
  same: (left: Value | undefined, right: Value | undefined) => boolean,
): Difference<Key, Value>[] =>
  (Object.keys(theirs) as Key[]).flatMap((key) => {
    const [was, one, other] = [base[key], mine[key], theirs[key]];
    if (other === undefined || same(one, other)) return [];
    return [
      {
        key,
        base: was,
        mine: one,
        theirs: other,
        chosen: same(was, one) ? 'theirs' : same(was, other) ? 'mine' : null,
      },
    ];
  });

/** `theirs` with my version of each entry chosen as mine. An entry without a choice stays theirs. */
export const merged = <Key extends string, Value>(
  theirs: Entries<Key, Value>,
  differences: readonly Difference<Key, Value>[],
  choices: Readonly<Partial<Record<Key, Side | null>>>,
): Entries<Key, Value> => ({
  ...theirs,
  ...Object.fromEntries(
    differences.flatMap(({ key, mine }) => (choices[key] === 'mine' && mine !== undefined ? [[key, mine]] : [])),
  ),
});
