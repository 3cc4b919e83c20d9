import { parseArgs } from 'node:util';

export const USAGE = `npm run rebuild -- <view> --reason TEXT [--switch | --compare-only]
npm run rebuild -- --consignment ID --reason TEXT

Builds a view anew beside the live one and compares both; readers stay where they are.
  --switch        sends them to the new build afterwards; the old one is kept, so that the console can go back
  --compare-only  drops the new build after the comparison; exit code 3 when the builds differ
  --consignment   makes the rows of one consignment anew instead, in every view that has any
  --reason        why, 1 to 200 characters; it is recorded

Works beside a running service: on the same DATA_DIR, or with the same URLs in the environment. A rebuild that is
under way already is followed instead of begun. Interrupting this command does not interrupt the rebuild.
`;

export type RebuildArguments =
  | { view: string; afterwards: 'stop' | 'switch' | 'drop'; reason: string | null }
  | { consignment: string; reason: string | null };

/** What was typed behind `npm run rebuild --`. @throws Error in words for who typed it. */
export const rebuildArguments = (typed: string[]): RebuildArguments | 'help' => {
  const { values, positionals } = parseArgs({
    args: typed,
    allowPositionals: true,
    options: {
      switch: { type: 'boolean' },
      'compare-only': { type: 'boolean' },
      consignment: { type: 'string' },
      reason: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const reason = values.reason?.trim() ?? null;
  if (reason !== null && (reason === '' || reason.length > 200)) throw new Error('The reason has 1 to 200 characters.');
  const [view, ...more] = positionals;
  if (values.consignment !== undefined) {
    if (view !== undefined || values.switch || values['compare-only']) throw new Error('--consignment goes alone.');
    return { consignment: values.consignment, reason };
  }
  if (view === undefined || more.length > 0) throw new Error('Name one view.');
  if (values.switch && values['compare-only']) throw new Error('--switch and --compare-only exclude each other.');
  return { view, afterwards: values.switch ? 'switch' : values['compare-only'] ? 'drop' : 'stop', reason };
};
