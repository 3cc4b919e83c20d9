/** Freezes plain JSON and all it holds, so that readers can share it; answers the same value. What is frozen already is frozen throughout. */
export const frozen = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    for (const member of Object.values(Object.freeze(value))) frozen(member);
  return value;
};
