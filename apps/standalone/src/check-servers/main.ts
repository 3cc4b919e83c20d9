import { checkServers } from '#engines';
import { settingsOf } from '#settings';
import { runCommand } from '../run-command.js';

/** The variable for each argument. Without arguments every server whose variable is set is checked. */
const VARIABLES = { '--eventstore': 'EVENTSTORE_URL', '--mongo': 'MONGO_URL', '--redis': 'REDIS_URL' } as const;

type Choice = keyof typeof VARIABLES;
const CHOICES = Object.keys(VARIABLES) as Choice[];
const isChoice = (arg: string): arg is Choice => arg in VARIABLES;

/** Reports which requirements of the service the servers in the environment do not meet. Changes nothing on them. */
await runCommand(async (say, args) => {
  if (!args.every(isChoice)) return say.usage(`npm run check:servers [-- ${CHOICES.join(' ')}]`);
  const variables = (args.length === 0 ? CHOICES : args).map((choice) => VARIABLES[choice]);
  const settings = settingsOf('command');
  const unset = variables.filter((variable) => !settings[variable]);
  if (args.length > 0) for (const variable of unset) say.problem(`${variable} is not set`);
  const urls = Object.fromEntries(variables.map((variable) => [variable, settings[variable]]));
  const checks = await checkServers(urls);
  if (checks.length === 0 && args.length === 0) say.problem('None of EVENTSTORE_URL, MONGO_URL and REDIS_URL is set');
  for (const { server, what, problem, note } of checks) {
    if (problem !== null) say.problem(`MISSING  ${server}: ${what}: ${problem}`);
    else say.line(`${note ? 'note   ' : 'ok     '}  ${server}: ${what}${note ? `: ${note}` : ''}`);
  }
});
