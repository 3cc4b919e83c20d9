import type { Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { operations, permissions, type Operation } from '#contract';
import { operationOf } from './http/handles.js';

/** The controllers of a module and of all modules that it imports. */
export const controllersOf = (module: Type): Type[] => [
  ...((Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, module) as Type[] | undefined) ?? []),
  ...((Reflect.getMetadata(MODULE_METADATA.IMPORTS, module) as Type[] | undefined) ?? []).flatMap(controllersOf),
];

/** What the contract promises and the api does not keep, in words; empty when all is well. */
export const gapsOf = (
  controllers: Type[],
  promised: Operation[] = operations,
  permitted: Record<string, unknown> = permissions,
): string[] => {
  const handled = controllers.flatMap(operationsOf);
  const known = new Set(promised);
  return [
    ...promised.filter((operation) => !handled.includes(operation)).map(({ name }) => `${name} has no handler`),
    ...handled
      .filter((operation, at) => handled.indexOf(operation) !== at)
      .map(({ name }) => `${name} has two handlers`),
    ...handled
      .filter((operation) => !known.has(operation))
      .map(({ name }) => `${name} is handled but not in the contract`),
    ...promised.filter(({ name }) => !(name in permitted)).map(({ name }) => `${name} has no permission`),
    ...Object.keys(permitted)
      .filter((name) => !promised.some((operation) => operation.name === name))
      .map((name) => `a permission names ${name}, which is no operation`),
  ];
};

const operationsOf = (controller: Type): Operation[] =>
  Object.getOwnPropertyNames(controller.prototype)
    .map((method) => operationOf((controller.prototype as Record<string, object>)[method] ?? {}))
    .filter((operation) => operation !== undefined);
