import { createStore } from '../../../lib/store.js';
import type { ListKind } from '../list-kinds.js';

/** How far an export is. `done` of `total` consignments have been asked for; `total` is null while it is still being found out. */
export type ExportState =
  | { phase: 'collecting'; done: number; total: number | null }
  | { phase: 'asking'; done: number; total: number }
  | { phase: 'building'; total: number; percent: number }
  /** `page` counts from 1; null when all pages were taken but the file was not made. */
  | { phase: 'stopped'; page: number | null; message: string };

/** One export a list and user, from its button until the file is opened. */
export type RunningExport = { userId: string; state: ExportState; cancel(): void; retry(): void };

/** Exports under way. They stand outside of the pages, so they go on while the user moves about. */
export const ledgerExports = createStore<Partial<Record<ListKind, RunningExport>>>({});

export const putExport = (kind: ListKind, running: RunningExport | null): void =>
  ledgerExports.set(({ [kind]: _, ...others }) => (running ? { ...others, [kind]: running } : others));
