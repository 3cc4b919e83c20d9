import { checkServers } from '#engines';
import { loadSettings } from '#settings';
import { runCommand } from '../run-command.js';

/** The variable for each argument. Without arguments every server whose variable is set is checked. */
const VARIABLES = { '--eventstore': 'EVENTSTORE_URL', '--mongo': 'MONGO_URL', '--redis': 'REDIS_URL' } as const;

type Choice = keyof typeof VARIABLES;
const CHOICES = Object.keys(VARIABLES) as Choice[];
const isChoice = (arg: string): arg is Choice => arg in VARIABLES;

/** Reports which requirements of the service the servers in the environment do not meet. Changes nothing on them. */
await runCommand(async (output, args) => {
  if (!args.every(isChoice)) return output.usage(`npm run check:servers [-- ${CHOICES.join(' ')}]`);
  const variables = (args.length === 0 ? CHOICES : args).map((choice) => VARIABLES[choice]);
  const settings = loadSettings('command');
  const unset = variables.filter((variable) => !settings[variable]);
  if (args.length > 0) for (const variable of unset) output.problem(`${variable} is not set`);
  const urls = Object.fromEntries(variables.map((variable) => [variable, settings[variable]]));
  const checks = await checkServers(urls);
  if (checks.length === 0 && args.length === 0)
    output.problem('None of EVENTSTORE_URL, MONGO_URL and REDIS_URL is set');
  for (const { server, description, problem, note } of checks) {
    if (problem !== null) output.problem(`MISSING  ${server}: ${description}: ${problem}`);
    else output.line(`${note ? 'note   ' : 'ok     '}  ${server}: ${description}${note ? `: ${note}` : ''}`);
  }
});
