// The filter of a subscription to the whole log.

/** How far a page or a checkpoint interval reaches when the client names no maximum. */
const DEFAULT_WINDOW = 32;

/**
 * @typedef {object} Filter
 * @property {(record: import('./record.mjs').Record) => boolean} matches
 * @property {number} window records considered in one page at most
 * @property {number} interval records considered between two checkpoints
 */

/**
 * @param {import('@eventstore/db-client/generated/streams_pb.js').ReadReq.Options.FilterOptions | undefined} options
 * @returns {Filter | undefined}
 * @throws SyntaxError the regular expression is none
 */
export const filterOf = (options) => {
  if (options === undefined) return undefined;
  const byStream = options.hasStreamIdentifier();
  const expression = byStream ? options.getStreamIdentifier() : options.getEventType();
  const prefixes = expression.getPrefixList();
  const regex = new RegExp(expression.getRegex());
  const fits =
    prefixes.length > 0 ? (text) => prefixes.some((prefix) => text.startsWith(prefix)) : (text) => regex.test(text);
  const window = options.hasMax() ? options.getMax() : DEFAULT_WINDOW;
  return {
    matches: ({ stream, type }) => fits(byStream ? stream : type),
    window,
    interval: window * options.getCheckpointintervalmultiplier(),
  };
};
