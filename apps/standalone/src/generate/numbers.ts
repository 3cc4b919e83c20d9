import {
  consignCodeOf,
  load,
  numberHeldBy,
  numbering,
  numberingIdOf,
  SYSTEM_ACTOR,
  yearInShanghai,
  type Numbering,
  type NumberingCommand,
} from '#domain';
import type { EventStore } from '#events';
import { fixedId } from '../import/run-import.js';
import type { Laboratory } from './cast.js';
import { OwnStream } from './own-stream.js';

/** What a laboratory gives its numbers from in one year, and the newest of its writes. */
type Register = { stream: OwnStream<typeof numbering.events, NumberingCommand, Numbering>; written: Promise<void> };
type Wanted = { lab: Laboratory; consignmentId: string };

/** Gives consignments their numbers, as submitting them does. */
export class Numbers {
  private constructor(
    private readonly store: EventStore,
    private readonly registers: ReadonlyMap<string, Register>,
  ) {}

  /** Ready for these laboratories in these years, going on where the log stands. */
  static async of(store: EventStore, laboratories: readonly Laboratory[], years: readonly number[]): Promise<Numbers> {
    const ids = laboratories.flatMap((lab) => years.map((year) => numberingIdOf(lab.id, year)));
    const opened = ids.map(async (id) => {
      const { state, head } = await load(store, numbering, id);
      return [id, { stream: new OwnStream(numbering, id, state, head), written: Promise.resolve() }] as const;
    });
    return new Numbers(store, new Map(await Promise.all(opened)));
  }

  /** The number of a consignment from now on, `at` UTC ISO, and when its event is written. @throws RangeError for a year it is not ready for. */
  take({ lab, consignmentId }: Wanted, at: string): { code: string; written: Promise<void> } {
    const year = yearInShanghai(at);
    const register = this.registers.get(numberingIdOf(lab.id, year));
    if (!register) throw new RangeError(`${lab.unitNo} gives no numbers in ${year}`);
    const commandId = fixedId(`number/${consignmentId}`);
    const taken = register.stream.decide(
      { type: 'TakeNumbers', takenFor: [consignmentId] },
      { by: SYSTEM_ACTOR, at, commandId, correlationId: commandId, imported: true },
    );
    register.written = register.written.then(() => taken.write(this.store));
    return {
      code: consignCodeOf(lab.unitNo, year, numberHeldBy(register.stream.state, consignmentId) ?? 0),
      written: register.written,
    };
  }
}
