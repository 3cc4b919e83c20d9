// Differences between the lines of the server, as measured on EventStoreDB 23.10.6 and 24.10.14 and KurrentDB 26.0.3.
const MIB = 1_048_576;

/**
 * @typedef {object} Line
 * @property {number} maxAppendSize maximum size of an append in bytes
 * @property {boolean} countsRecords whether the size of an append includes metadata and names, or only data
 * @property {boolean} refusesPositionsInside whether a position inside the log that is not the position of a record is
 * an error
 * @property {boolean} waitsForMissingStreams whether a subscription to a missing stream sends caughtUp only after the
 * stream exists
 * @property {boolean} ignoresFarPositions whether a subscription from a position beyond the end delivers new events
 * @property {boolean} dropsSlowConsumers whether a live subscriber that reads too slowly is dropped, or has to catch up
 * again
 * @property {boolean} checkpointsBeforePages whether the checkpoint of a page without a match is the position before
 * the page, and the last page has one too
 * @property {boolean} explainsRefusedReads whether the error of a refused read contains the reason
 */

/** @type {Record<string, Line>} */
export const LINES = {
  '23.10': line({}),
  '24.10': line({
    countsRecords: true,
    refusesPositionsInside: false,
    waitsForMissingStreams: false,
    ignoresFarPositions: false,
    dropsSlowConsumers: false,
    checkpointsBeforePages: true,
  }),
};
LINES['26.0'] = { ...LINES['24.10'], maxAppendSize: 4 * MIB, countsRecords: false, explainsRefusedReads: true };

function line(differences) {
  return {
    maxAppendSize: MIB,
    countsRecords: false,
    refusesPositionsInside: true,
    waitsForMissingStreams: true,
    ignoresFarPositions: true,
    dropsSlowConsumers: true,
    checkpointsBeforePages: false,
    explainsRefusedReads: false,
    ...differences,
  };
}

/** Size of an event in bytes, as it counts towards the maximum of an append. */
export const sizeOf = ({ countsRecords }, { data, metadata, type }) =>
  countsRecords ? data.length + (metadata?.length ?? 0) + type.length + RECORD_BYTES : data.length;

/** Approximate size of what the server adds to a record: ids, positions, times. */
const RECORD_BYTES = 100;
