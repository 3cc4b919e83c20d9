import { problem, type Problem } from '../rules/rule-broken.js';
import { refusedCharacterIn, withoutRefused } from './text.js';

/** Levels of lists and objects that a request may have; what reads one needs no limit of its own then. */
const MOST_NESTED = 64;
const MOST_TOLD = 20;
const LONGEST_NAME = 50;

/** A list or an object on the way down, and how it was come to. */
type Level = { members: object; depth: number; name: string; above: Level | null };

/**
 * What is wrong with the texts of a value from outside, before any schema reads it: characters that no text may hold, in members and
 * in their names, and lists and objects nested too deep; each with its dotted path. Takes time in proportion to the value, and no
 * recursion. At most 20 are told.
 */
export const unreadableIn = (value: unknown): Problem[] => {
  const found: Problem[] = [];
  const root: Level = { members: [], depth: 0, name: '', above: null };
  const levels: Level[] = [];
  const refuseText = (text: string, at: Level, name: string) => {
    const character = refusedCharacterIn(text);
    if (character !== null) found.push(problem('TEXT_CHARACTER_REFUSED', { character }, pathTo(at, name)));
  };
  const look = (member: unknown, at: Level, name: string | number) => {
    if (typeof member === 'string') refuseText(member, at, String(name));
    else if (typeof member !== 'object' || member === null) return;
    else if (at.depth < MOST_NESTED)
      levels.push({ members: member, depth: at.depth + 1, name: String(name), above: at });
    else found.push(problem('NESTED_TOO_DEEP', { max: MOST_NESTED }, pathTo(at, String(name))));
  };
  look(value, root, '');
  for (let level = levels.pop(); level && found.length < MOST_TOLD; level = levels.pop()) {
    if (Array.isArray(level.members)) for (const [index, member] of level.members.entries()) look(member, level, index);
    else
      for (const [name, member] of Object.entries(level.members)) {
        refuseText(name, level, name);
        look(member, level, name);
      }
  }
  return found.slice(0, MOST_TOLD);
};

const pathTo = (level: Level, name: string): string => {
  const names = [name];
  for (let at: Level | null = level; at?.above; at = at.above) names.unshift(at.name);
  return names
    .filter((each) => each !== '')
    .map((each) => withoutRefused(each.slice(0, LONGEST_NAME)))
    .join('.');
};
