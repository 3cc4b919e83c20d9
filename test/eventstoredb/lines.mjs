// What differs between the lines of the server, as it was measured on EventStoreDB 23.10.6 and 24.10.14 and KurrentDB
// 26.0.3.
const MIB = 1_048_576;

/**
 * @typedef {object} Line
 * @property {number} maxAppendSize bytes of one append
 * @property {boolean} countsRecords whether metadata and names count to the size of an append, or its data alone
 * @property {boolean} refusesPositionsInside whether a position inside the log that is no record is an error
 * @property {boolean} waitsForMissingStreams whether a subscription to a stream that is not there is caught up only
 * once it is
 * @property {boolean} ignoresFarPositions whether a subscription from beyond the end brings what comes next
 * @property {boolean} dropsSlowConsumers whether a live subscriber that takes nothing is dropped, or has to catch up
 * again
 * @property {boolean} checkpointsBeforePages whether the checkpoint of a page without a match lies before the page, the
 * last page included
 * @property {boolean} explainsRefusedReads whether a refused read says which argument is wrong
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

/** Bytes that an append counts for one event. */
export const sizeOf = ({ countsRecords }, { data, metadata, type }) =>
  countsRecords ? data.length + (metadata?.length ?? 0) + type.length + RECORD_BYTES : data.length;

/** What a record has besides what its writer sends: ids, positions, times. */
const RECORD_BYTES = 100;
