// The filter of a subscription to the whole log.

/** Size of a page and of a checkpoint interval if the client sets no maximum. */
const DEFAULT_WINDOW = 32;

/**
 * @typedef {object} Filter
 * @property {(record: import('./record.mjs').Record) => boolean} matches
 * @property {number} window maximum number of records considered per page
 * @property {number} interval number of records considered between two checkpoints
 */

/**
 * @param {import('@eventstore/db-client/generated/streams_pb.js').ReadReq.Options.FilterOptions | undefined} options
 * @returns {Filter | undefined}
 * @throws SyntaxError for an invalid regular expression
 */
export const filterOf = (options) => {
  if (options === undefined) return undefined;
  const byStream = options.hasStreamIdentifier();
  const expression = byStream ? options.getStreamIdentifier() : options.getEventType();
  const prefixes = expression.getPrefixList();
  const regex = new RegExp(expression.getRegex());
  const matchesText =
    prefixes.length > 0 ? (text) => prefixes.some((prefix) => text.startsWith(prefix)) : (text) => regex.test(text);
  const window = options.hasMax() ? options.getMax() : DEFAULT_WINDOW;
  return {
    matches: ({ stream, type }) => matchesText(byStream ? stream : type),
    window,
    interval: window * options.getCheckpointintervalmultiplier(),
  };
};
