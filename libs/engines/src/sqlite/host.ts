import { StoreUnavailable } from '#events/event-store';
import { isEngineFailure } from '../failures/engine-failure.js';

type Callable = (...args: never[]) => unknown;
export type Method<Half> = { [Name in keyof Half]: Half[Name] extends Callable ? Name : never }[keyof Half];
export type ArgumentsOf<Half, Name extends keyof Half> = Half[Name] extends (...args: infer Args) => unknown
  ? Args
  : never;
export type AnswerOf<Half, Name extends keyof Half> = Half[Name] extends (...args: never[]) => infer Answer
  ? Answer
  : never;

/** Where a part of an engine runs that works on a database: in place, or in a thread. Calls are answered in the order they come. */
export interface Host<Half> {
  /** Calls not answered yet. */
  readonly pending: number;
  call<Name extends Method<Half>>(method: Name, ...args: ArgumentsOf<Half, Name>): Promise<AnswerOf<Half, Name>>;
  /** A call that is left out when `signal` has aborted before its turn. @throws whatever `signal` aborts with, then */
  callUnless<Name extends Method<Half>>(
    signal: AbortSignal | undefined,
    method: Name,
    ...args: ArgumentsOf<Half, Name>
  ): Promise<AnswerOf<Half, Name>>;
  close(): Promise<void>;
}

/** `leaveOut`: a memory that both threads see, in which anything but 0 says that nobody wants the call any more. */
export type Call = { method: string; args: unknown[]; leaveOut?: Int32Array };
export type Asked = Call | 'close';
/** `isUnavailable`: threads hand on no more of an error than its text, so what kind it is travels beside it. */
export type Failed = { failure: Error; isUnavailable: boolean };
export type Answered = { answer: unknown } | Failed;

export const failedBy = (error: unknown): Failed => ({
  failure: error instanceof Error ? error : new Error(String(error)),
  isUnavailable: isEngineFailure(error),
});

/** The error of a thread as the caller gets it. */
export const failureIn = ({ failure, isUnavailable }: Failed): Error =>
  isUnavailable ? new StoreUnavailable(failure.message, { cause: failure }) : failure;

export const callOn = <Half extends object>(half: Half, { method, args, leaveOut }: Call): unknown => {
  if (leaveOut && Atomics.load(leaveOut, 0) !== 0) throw new Error('the call was left out');
  const called: unknown = Reflect.get(half, method);
  if (typeof called !== 'function') throw new Error(`nothing is called "${method}"`);
  return Reflect.apply(called, half, args);
};

/** Runs where it stands: for a database in memory, which no other connection can see. */
export const hostInPlace = <Half extends object>(half: Half): Host<Half> => {
  const call: Host<Half>['call'] = async (method, ...args) =>
    callOn(half, { method: String(method), args }) as AnswerOf<Half, typeof method>;
  return { pending: 0, call, callUnless: (_signal, method, ...args) => call(method, ...args), close: async () => {} };
};
