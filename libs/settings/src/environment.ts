import { describeSettings, readSettings, type SettingChecks, type Program, type Settings } from './settings.js';

/** Whether npm has started this process, which does not pass on every signal to it. */
export const isRunByNpm = (): boolean => process.env['npm_lifecycle_event'] !== undefined;

/**
 * The settings of this process, from its environment: nothing else reads that. Mistakes are told on standard error, a
 * line each, and end the process with 1. `checks` look closer at some than their form. With `--check` a server only
 * says what holds, and ends with 0.
 */
export const settingsOf = (program: Program, checks: SettingChecks = {}): Settings => {
  const { settings, mistakes } = readSettings(process.env, program, checks);
  if (mistakes.length > 0) {
    process.stderr.write(mistakes.map((line) => `${line}\n`).join(''));
    process.exit(1);
  }
  if (program !== 'command' && process.argv.includes('--check')) {
    process.stdout.write(
      describeSettings(process.env, program)
        .map((line) => `${line}\n`)
        .join(''),
    );
    process.exit(0);
  }
  return settings;
};
