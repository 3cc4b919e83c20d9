import type { Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { operations, permissions, type Operation } from '#contract';
import { operationOf } from './http/operation-handlers.js';

/** The controllers of a module and of all modules that it imports, each module once. */
export const controllersOf = (module: Type): Type[] =>
  [...modulesOf(module)].flatMap(
    (each) => (Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, each) as Type[] | undefined) ?? [],
  );

const modulesOf = (module: Type, found = new Set<Type>()): Set<Type> => {
  if (found.has(module)) return found;
  found.add(module);
  for (const each of (Reflect.getMetadata(MODULE_METADATA.IMPORTS, module) as Type[] | undefined) ?? [])
    modulesOf(each, found);
  return found;
};

/** Differences between the contract, the handlers and the permissions, as sentences. Empty if they match. */
export const findMissingHandlers = (
  controllers: Type[],
  promised: Operation[] = operations,
  permitted: Record<string, unknown> = permissions,
): string[] => {
  const handled = controllers.flatMap(operationsOf);
  const promisedNames = new Set(promised);
  return [
    ...promised.filter((operation) => !handled.includes(operation)).map(({ name }) => `${name} has no handler`),
    ...handled
      .filter((operation, at) => handled.indexOf(operation) !== at)
      .map(({ name }) => `${name} has two handlers`),
    ...handled
      .filter((operation) => !promisedNames.has(operation))
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
