/** How the log of readings tells persons apart without naming them: by the phone, else by the name, as their keys are found (DECISIONS 5). */
export const fingerprintOf = (made: (value: string) => string, { name, phone }: { name: string; phone: string }): string => made(`person/${phone || name}`);
