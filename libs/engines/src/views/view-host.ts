import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { compiledFile } from '../sqlite/compiled-file.js';
import type { ViewReader } from './view-reader.js';
import type { ViewWriter } from './view-writer.js';

type Halves = { read: ViewReader; write: ViewWriter };
export type Role = keyof Halves;

/** Where one half of the engine runs. Calls are answered in the order they come. */
export interface Host<Half> {
  /** Calls that have not been answered yet. */
  readonly pending: number;
  run<Answer>(call: Call<Half, Answer>): Promise<Answer>;
  close(): Promise<void>;
}
