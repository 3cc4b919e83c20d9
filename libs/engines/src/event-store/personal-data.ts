import { createHmac, randomBytes } from 'node:crypto';
import type { EventCatalogue, PersonalSlot } from '#events';
import type { Vault } from '../vault/vault.js';
import { personalNodesOf, replacePersons, type PersonalNodes, type PersonalValue } from './personal-nodes.js';
import { erasedValue, isSealed, keyIndexesIn, keyIndexOf, seal, unseal, type SealedValue } from './sealed-value.js';

/** Keys of sealed persons by their index. */
export type SealingKeys = Map<string, Uint8Array>;

type Unsealed = { id: string; type: string; data: unknown };

/** Seals personal values on the way into the log and opens them on the way out (ADR-003). */
export class PersonalData {
  private readonly nodesByType = new Map<string, PersonalNodes | null>();
  private indexSecret: Promise<string> | null = null;

  constructor(
    private readonly vault: Vault,
    catalogue: EventCatalogue,
  ) {
    for (const [type, { schema }] of Object.entries(catalogue)) this.nodesByType.set(type, personalNodesOf(schema));
  }

  /**
   * New events of a stream with every personal node sealed, and the keys they were sealed with.
   * @throws Error for a type the catalogue does not know: what of it is personal cannot be told.
   */
  async seal<Event extends Unsealed>(stream: string, events: Event[]): Promise<{ sealed: Event[]; keys: SealingKeys }> {
    const nodes = events.map(({ type }) => this.nodesOf(type));
    if (nodes.every((found) => found === null)) return { sealed: events, keys: new Map() };
    const secret = await this.secret();
    const indexes = new Set<string>();
    events.forEach(
      ({ data }, i) =>
        nodes[i] &&
        replacePersons(nodes[i], data, (slot, person) => indexes.add(indexOf(secret, stream, slot, person))),
    );
    // Asked for each time: sealing with a remembered key that has been deleted since would lose the person for good.
    const keys = new Map(
      await Promise.all(Array.from(indexes, async (index) => [index, await this.vault.sealingKey(index)] as const)),
    );
    const sealed = events.map((event, i) => {
      if (!nodes[i]) return event;
      const data = replacePersons(nodes[i], event.data, (slot, person) => {
        const index = indexOf(secret, stream, slot, person);
        return seal(person, index, keys.get(index) ?? missing(index), event.id);
      });
      return { ...event, data };
    });
    return { sealed, keys };
  }

  /** The keys behind these indexes that are still there. One look into the vault, none for no index. */
  async keysOf(indexes: Iterable<string>): Promise<SealingKeys> {
    const wanted = [...new Set(indexes)];
    return wanted.length === 0 ? new Map() : this.vault.sealingKeys(wanted);
  }

  /** Parsed data of a stored event, personal values opened or, where their key is not among these, erased. */
  open(text: string, keys: SealingKeys): unknown {
    const data = JSON.parse(text) as unknown;
    return text.includes('"$sealed"') ? mapSealed(data, (sealed) => open(sealed, keys) ?? erasedValue(sealed)) : data;
  }

  /** Deletes the keys of those persons in these stored events that `matches` picks. Returns how many there were. */
  async erase(texts: string[], matches: (slot: PersonalSlot, person: PersonalValue) => boolean): Promise<number> {
    const keys = await this.keysOf(texts.flatMap(keyIndexesIn));
    const erased = new Set<string>();
    for (const text of texts) {
      mapSealed(JSON.parse(text) as unknown, (sealed) => {
        const person = open(sealed, keys);
        if (person && matches(slotOf(keyIndexOf(sealed)), person)) erased.add(keyIndexOf(sealed));
        return sealed;
      });
    }
    return erased.size === 0 ? 0 : this.vault.deleteSealingKeys([...erased]);
  }

  private nodesOf(type: string): PersonalNodes | null {
    const nodes = this.nodesByType.get(type);
    if (nodes === undefined) throw new Error(`Unknown event type "${type}"`);
    return nodes;
  }

  private secret(): Promise<string> {
    this.indexSecret ??= this.vault
      .secret('personal-index', () => randomBytes(32).toString('base64url'))
      .catch((error: unknown) => {
        this.indexSecret = null;
        throw error;
      });
    return this.indexSecret;
  }
}

/** A person is who their phone number says, else their name. The index is keyed, since phone numbers can be tried one by one. */
const indexOf = (secret: string, stream: string, slot: PersonalSlot, person: PersonalValue): string => {
  const who = person.phone?.trim() || person.name?.trim() || '';
  return `${slot}-${createHmac('sha256', secret).update([stream, slot, who].join('\n')).digest('base64url')}`;
};

const slotOf = (index: string): PersonalSlot => index.slice(0, index.indexOf('-')) as PersonalSlot;

const missing = (index: string): never => {
  throw new Error(`The vault gave no key for ${index}`);
};

const open = (sealed: SealedValue, keys: SealingKeys): PersonalValue | null => {
  const key = keys.get(keyIndexOf(sealed));
  return key ? unseal(sealed, key) : null;
};

/** Parsed JSON with each sealed value replaced in place, wherever it lies: what was sealed stays recognisable when schemas change. */
const mapSealed = (value: unknown, replace: (sealed: SealedValue) => unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value) && isSealed(value)) return replace(value);
  const members = value as Record<string, unknown>;
  for (const [name, member] of Object.entries(members)) {
    if (typeof member === 'object' && member !== null) members[name] = mapSealed(member, replace);
  }
  return value;
};
