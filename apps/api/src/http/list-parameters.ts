const LISTED = /^(.+)\[\d*\]$/;

/**
 * List parameters in the spellings that clients use: `ids[]=a&ids[]=b` and `ids[0]=a&ids[1]=b` mean `ids=a&ids=b`. Here, for every
 * operation; what a list may hold is its schema's to say. Indexes only tell parts apart: the order is that of the address.
 */
export const withListParameters = (query: object): object => {
  const entries = Object.entries(query) as [string, unknown][];
  if (!entries.some(([key]) => LISTED.test(key))) return query;
  const read = new Map<string, unknown>();
  for (const [key, value] of entries) {
    const name = LISTED.exec(key)?.[1];
    if (name === undefined && !read.has(key)) read.set(key, value);
    else read.set(name ?? key, [read.get(name ?? key) ?? [], value].flat());
  }
  return Object.fromEntries(read);
};
