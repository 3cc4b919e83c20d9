/** A name of a table, column or index as it stands in SQL. */
export const quoted = (name: string): string => `"${name}"`;
