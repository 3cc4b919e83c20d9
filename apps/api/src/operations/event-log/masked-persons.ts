import { personalNodesOf, replacePersons } from '#engines';
import { allEvents, type EventCatalogue } from '#events';
import { maskedName, maskedPhone } from '../../consignments/persons.js';

const catalogue: EventCatalogue = allEvents;

const nodesOf = (type: string) => {
  const schema = catalogue[type]?.schema;
  return schema ? personalNodesOf(schema) : null;
};

/** Whether events of this type hold anything personal. */
export const hasPersonalData = (type: string): boolean => nodesOf(type) !== null;

/** What an event of this type says, with names, phones and certificate numbers as an auditor sees them (ADR-016). `data` as its newest schema reads it. */
export const withMaskedPersons = (type: string, data: unknown): unknown => {
  const nodes = nodesOf(type);
  return nodes
    ? replacePersons(nodes, data, (_slot, person) =>
        Object.fromEntries(Object.entries(person).map(([member, text]) => [member, masked(member, text)])),
      )
    : data;
};

const masked = (member: string, text: string): string => (member === 'phone' ? maskedPhone(text) : maskedName(text));
