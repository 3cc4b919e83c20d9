import { describe, expect, it } from '@jest/globals';
import { ConsignStatus } from '#events';
import { RuleBroken } from '../rules/rule-broken.js';
import { AT, commandFor, historyTo, openState, people, settings } from '#harness/domain/consignment-story';
import { allowedActions } from './allowed-actions.js';
import { decide, evolve } from './consignment.js';
import type { Consignment } from './state.js';
import { type ActionName, ACTIONS } from './transitions.js';

/**
 * What the specification allows (000 section 4, "Actions allowed by status" and "Transitions"; 000.md action table), by
 * hand. c = the owning client, l = the addressed laboratory; then the status it leads to, "=" for no move, "x" for
 * gone. "." = nobody.
 */
const expected = `
                     10   20   30   40   50   60   70   80   90
save                 c=   .    .    c=   c10  .    c=   .    c=
submit               c20  .    .    c20  .    .    c20  .    c20
reedit               .    .    .    .    c10  .    .    .    .
delete               .    .    .    .    cx   .    .    .    .
cancel               c50  c50  c50  c50  .    .    .    c50  c50
sign                 .    .    .    .    .    .    .    c60  .
notifyWitness        .    .    .    .    .    c=   .    .    .
print                .    .    .    .    .    c=   .    .    .
copy                 c=   c=   c=   c=   c=   c=   c=   c=   c=
addSample            c=   .    .    c=   c=   .    c=   .    c=
copySample           c=   .    .    c=   c=   .    c=   .    c=
removeSample         c=   .    .    c=   c=   .    c=   .    c=
attach               c=   .    .    c=   c=   .    c=   .    c=
setMailNumber        c=   c=   c=   c=   .    .    c=   .    c=
pass                 .    l30  .    .    .    .    .    .    .
reject               .    l40  .    .    .    .    .    .    .
confirm              .    .    l60  .    .    .    .    .    .
return               .    .    l90  .    .    .    .    .    .
completeParameters   .    l=   .    .    .    .    .    .    .
setActualFee         .    .    .    .    .    l=   l=   l=   .
setBill              .    .    .    .    .    l=   l=   l=   .
enterLaterStage      .    .    .    .    .    l80  l80  l70  .
`;

type Role = keyof typeof people;
const [heading = [], ...lines] = expected
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const statuses = heading.map((status) => ConsignStatus.parse(Number(status)));
const rows = lines.map(([action, ...cells]) => ({ action: action as ActionName, cells }));

it('the table names every action and every status', () => {
  expect(rows.map(({ action }) => action)).toEqual([...ACTIONS]);
  expect(statuses).toEqual([...ConsignStatus.values]);
  expect(
    rows.every(({ cells }) => cells.length === 9 && cells.every((cell) => /^(\.|[cl](\d\d|=|x))$/.test(cell))),
  ).toBe(true);
});

/** Which cells of a row are this role's to act on; everybody else may do nothing. */
const partyOf = (role: Role): 'c' | 'l' | null => (role === 'client' ? 'c' : role === 'lab' ? 'l' : null);

const offered = (action: ActionName, status: ConsignStatus, role: Role): boolean =>
  allowedActions(openState(...historyTo[status]), people[role], { settings, at: AT }).find(
    (each) => each.action === action,
  )?.problem === null;

/** How the consignment stands after the action, in the table's words; "." when it was refused. */
const outcome = (action: ActionName, status: ConsignStatus, role: Role): string => {
  const state = openState(...historyTo[status]);
  const command = commandFor(action, state, people[role]);
  if (!command) return offered(action, status, role) ? '=' : '.'; // print changes nothing, so it has no command
  try {
    const before: Consignment = command.type === 'CopyConsignment' ? { phase: 'absent' } : state;
    const events = decide(command, before);
    const after = events.reduce(evolve, before);
    if (events.length === 0) return 'nothing happened';
    if (after.phase !== 'open') return 'x';
    return after.consignStatus === status || command.type === 'CopyConsignment' ? '=' : String(after.consignStatus);
  } catch (error) {
    if (error instanceof RuleBroken) return '.';
    throw error;
  }
};

const proves: Partial<Record<ActionName, string>> = { submit: 'CL-016 ', cancel: 'CL-018 ' };

describe.each(Object.keys(people) as Role[])('as %s', (role) => {
  const party = partyOf(role);
  // In the client's hands the command that completes parameters is ordinary editing.
  const roleRows = rows.filter(({ action }) => !(action === 'completeParameters' && role === 'client'));

  it.each(roleRows.map((row) => ({ ...row, id: role === 'client' ? (proves[row.action] ?? '') : 'CL-022 ' })))(
    '$id$action leads to the status of the table, and elsewhere is neither offered nor accepted',
    ({ action, cells }) => {
      const allowed = cells.map((cell) => (party && cell.startsWith(party) ? cell.slice(1) : '.'));
      expect(statuses.map((status) => outcome(action, status, role))).toEqual(allowed);
      expect(statuses.map((status) => offered(action, status, role))).toEqual(allowed.map((cell) => cell !== '.'));
    },
  );
});

it('a refusal names its reason: first the role, then the unit, then the status', () => {
  const refusalCode = (role: Role, status: ConsignStatus, action: ActionName) =>
    allowedActions(openState(...historyTo[status]), people[role], { settings, at: AT }).find(
      (each) => each.action === action,
    )?.problem?.code;
  expect(refusalCode('lab', 10, 'save')).toBe('ROLE_NOT_ALLOWED');
  expect(refusalCode('otherClient', 20, 'save')).toBe('NOT_YOURS');
  expect(refusalCode('client', 20, 'save')).toBe('NOT_IN_THIS_STATUS');
  expect(refusalCode('client', 20, 'submit')).toBe('ALREADY_SUBMITTED');
  expect(refusalCode('client', 50, 'submit')).toBe('SAVE_FIRST');
  expect(refusalCode('client', 60, 'sign')).toBe('NOT_AWAITING_SIGNATURE');
  expect(refusalCode('lab', 10, 'pass')).toBe('NOT_YOURS'); // a draft is not addressed to anybody yet
  expect(refusalCode('otherLab', 20, 'pass')).toBe('NOT_YOURS');
});
