import * as catalogue from './catalogue.contract.js';
import * as consignment from './consignment.contract.js';
import * as list from './consignment-list.contract.js';
import type { Operation } from './operation.js';
import * as print from './print.contract.js';
import * as sample from './sample.contract.js';
import * as session from './session.contract.js';
import * as unit from './unit.contract.js';

const isOperation = (value: unknown): value is Operation => typeof value === 'object' && value !== null && 'path' in value && 'method' in value;

/** Every operation there is: what the api must route, document and guard. */
export const operations: Operation[] = [session, unit, catalogue, list, consignment, sample, print].flatMap((module) => Object.values(module).filter(isOperation));
