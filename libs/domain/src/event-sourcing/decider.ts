/**
 * Pure write side of one kind of stream. `decide` sees only the command's facts and the state; `evolve` copies facts
 * (ADR-002).
 */
export type Decider<Command, State, Event> = {
  initialState: State;
  decide(command: Command, state: State): Event[];
  evolve(state: State, event: Event): State;
};
