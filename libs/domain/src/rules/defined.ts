/** The members that are there: what was not typed (undefined) leaves what was before as it is when it is spread over it. */
export const defined = <Some extends object>(
  some: Some,
): { [Member in keyof Some]?: Exclude<Some[Member], undefined> } =>
  Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined)) as {
    [Member in keyof Some]?: Exclude<Some[Member], undefined>;
  };
