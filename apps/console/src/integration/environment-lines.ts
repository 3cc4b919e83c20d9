/** A variable that a command or an example reads, as a shell line: `export ACCESS_KEY='...'`. */
export const environmentLine = (name: string, value: string): string => `export ${name}='${value}'`;

/** The variables that an example reads, in the order in which they are explained. */
const VARIABLES = ['PLATFORM', 'ACCESS_KEY', 'WEBHOOK_SECRET', 'CONSIGNMENT'] as const;
export type Variable = (typeof VARIABLES)[number];

/** The lines to run before an example; `valueOf` returns the known value, or describes what belongs there. */
export const environmentOf = (example: string, valueOf: (name: Variable) => string): string =>
  VARIABLES.filter((name) => new RegExp(`\\b${name}\\b`).test(example))
    .map((name) => environmentLine(name, valueOf(name)))
    .join('\n');
