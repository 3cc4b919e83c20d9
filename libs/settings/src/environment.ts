import { describeSettings, readSettings, type SettingChecks, type Program, type Settings } from './settings.js';

/** Whether npm has started this process. npm does not pass on every signal. */
export const isRunByNpm = (): boolean => process.env['npm_lifecycle_event'] !== undefined;

/**
 * Reads the settings of this process. No other code reads environment variables for settings. If there are mistakes, it
 * prints them to standard error, one per line, and exits with 1. With `--check` a server only prints its settings and
 * exits with 0.
 */
export const loadSettings = (program: Program, checks: SettingChecks = {}): Settings => {
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
