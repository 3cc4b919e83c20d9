/** @throws Error, in one line for the operator that shows nothing of it, for an address that EventStoreDB's client could not use */
export const checkEventStoreUrl = (url: string): void => {
  if (!/^(esdb|kurrentdb)(\+discover)?:\/\/[^\s/]+/.test(url))
    throw new Error('it is not an address like esdb://user:password@host:2113');
};
