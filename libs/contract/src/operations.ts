import * as catalogue from './catalogue.contract.js';
import * as consignment from './consignment.contract.js';
import * as list from './consignment-list.contract.js';
import * as dashboard from './dashboard.contract.js';
import * as file from './file.contract.js';
import * as instruction from './instruction.contract.js';
import type { Operation } from './operation.js';
import * as print from './print.contract.js';
import * as report from './report.contract.js';
import * as sample from './sample.contract.js';
import * as session from './session.contract.js';
import * as signing from './signing.contract.js';
import * as unit from './unit.contract.js';
import * as unitData from './unit-data.contract.js';

const isOperation = (value: unknown): value is Operation => typeof value === 'object' && value !== null && 'path' in value && 'method' in value;

/** Every operation there is: what the api must route, document and guard. */
export const operations: Operation[] = [session, unit, unitData, catalogue, list, dashboard, consignment, sample, print, signing, file, report, instruction].flatMap((module) => Object.values(module).filter(isOperation));
