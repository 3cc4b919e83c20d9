/**
 * A unit that registers itself is closed until the platform's administrator opens it. Until then, and after a refusal, it has
 * this beside what it says of itself; a unit that was opened once has it no more.
 */
export type Opening = { state: 'waiting' } | { state: 'refused'; reason: string };

/** A unit with whether it was ever opened. */
export type Opened<Unit> = Unit & { opening?: Opening };

/** A unit as it is registered: what is closed from the start waits. */
export const registeredAs = <Unit extends object>(unit: Unit, isOpen: boolean): Opened<Unit> => ({
  ...unit,
  ...(isOpen ? {} : { opening: { state: 'waiting' } }),
});

/** A unit without whether it was ever opened: after it was opened, and where only what it says of itself counts. */
export const withoutOpening = <Unit>({ opening: _, ...unit }: Opened<Unit>): Omit<Opened<Unit>, 'opening'> => unit;

/** A unit after it was switched off: one that was never opened is refused. */
export const switchedOff = <Unit>(unit: Opened<Unit>, reason: string): Opened<Unit> =>
  unit.opening ? { ...unit, opening: { state: 'refused', reason } } : unit;
