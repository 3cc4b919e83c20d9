// What the laboratory system remembers: how each consignment stands, which events it has handled, how far it has read the feed, and
// what happened, for the page. One JSON file; a real system has a database, and writes an event and its effect in one transaction.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MAX_LINES = 300;
/** Ids of handled events that are kept. A delivery may be repeated for days; the cursor is behind most of them by then. */
const MAX_HANDLED = 20_000;

export const openStore = (folder) => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'state.json');
  const state = readState(file);
  const handled = new Set(state.handled);
  const watchers = new Set();

  const save = () => {
    const ids = [...handled].slice(-MAX_HANDLED);
    writeFileSync(`${file}.new`, JSON.stringify({ ...state, handled: ids }));
    renameSync(`${file}.new`, file);
    for (const notify of watchers) notify();
  };

  return {
    get cursor() {
      return state.cursor;
    },
    set cursor(cursor) {
      if (cursor === state.cursor) return;
      state.cursor = cursor;
      save();
    },
    consignment: (id) => state.consignments[id],
    /** Consignments, the one that changed last first, and what happened, the newest first. */
    snapshot: () => ({
      cursor: state.cursor,
      consignments: Object.values(state.consignments).toSorted((a, b) => b.changedAt.localeCompare(a.changedAt)),
      journal: state.journal.toReversed(),
    }),

    /**
     * Takes an event of the feed or of a webhook; false for one that was handled before. Both channels may bring the same event, in any
     * order: `sequence` tells which of two events of one consignment is the later one.
     */
    acceptEvent(event, channel) {
      if (handled.has(event.id)) return false;
      handled.add(event.id);
      const { consignmentId, consignCode, projectName, sampleCount, status, reportId, reportNumber } = event.data;
      const consignment = state.consignments[consignmentId] ?? {
        id: consignmentId,
        sequence: -1,
        reports: {},
        changedAt: '',
      };
      const sequence = Number(event.sequence);
      if (reportId) {
        const report = consignment.reports[reportId] ?? { id: reportId, sequence: -1 };
        if (sequence > report.sequence)
          consignment.reports[reportId] = {
            ...report,
            sequence,
            number: reportNumber,
            status: status.to,
            name: status.name,
          };
      } else if (sequence > consignment.sequence)
        // What the platform tells is newer than a step taken here before.
        Object.assign(consignment, { sequence, status: status.to, statusName: status.name, own: null });
      Object.assign(consignment, { code: consignCode, project: projectName, samples: sampleCount });
      if (event.time > consignment.changedAt) consignment.changedAt = event.time;
      state.consignments[consignmentId] = consignment;
      this.note(channel, `${event.type} ${consignCode}`, event.data.remark ?? '');
      return true;
    },

    /** Remembers something of a consignment that only this system knows. */
    updateConsignment(id, facts) {
      state.consignments[id] = { ...state.consignments[id], ...facts };
      save();
    },
    note(channel, text, details = '') {
      state.journal.push({ at: new Date().toISOString(), door: channel, what: text, more: details });
      state.journal.splice(0, state.journal.length - MAX_LINES);
      save();
    },
    /** Calls `notify` after each change. Returns how to stop. */
    watch(notify) {
      watchers.add(notify);
      return () => watchers.delete(notify);
    },
  };
};

const readState = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return { cursor: null, consignments: {}, handled: [], journal: [] };
    throw error;
  }
};
