import { keepFilesPrivate } from '#engines';

/** The output of a command of the shell. */
export type CommandOutput = {
  line(text: string): void;
  /** Reports a problem; the process ends with 1. */
  problem(text: string): void;
  /** Prints the usage after wrong arguments; the process ends with 2. */
  usage(text: string): void;
};

const output: CommandOutput = {
  line(text) {
    process.stdout.write(`${text}\n`);
  },
  problem(text) {
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  },
  usage(text) {
    process.stderr.write(`usage: ${text}\n`);
    process.exitCode = 2;
  },
};

/** Runs a command with the arguments of the process. An error is printed as one line for the operator. */
export const runCommand = async (
  command: (output: CommandOutput, args: readonly string[]) => Promise<void>,
): Promise<void> => {
  keepFilesPrivate();
  try {
    await command(output, process.argv.slice(2));
  } catch (error) {
    output.problem(error instanceof Error ? error.message : String(error));
  }
};
