type Made = (value: string) => string;

/** How the log of readings tells persons apart without naming them: by the phone, else by the name, as their keys are found (ADR-003). */
export const fingerprintOf = (made: Made, { name, phone }: { name: string; phone: string }): string =>
  made(`person/${phone || name}`);

/** The same for the person of an account, whatever number it has. */
export const fingerprintOfAccount = (made: Made, userId: string): string => made(`account/${userId.toLowerCase()}`);
