import type { Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { operations, permissions, type Operation } from '#contract';
import { operationOf } from './http/operation-handlers.js';

/** The controllers of a module and of all modules that it imports, each module once. */
export const controllersOf = (module: Type): Type[] =>
  [...modulesOf(module)].flatMap(
    (each) => (Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, each) as Type[] | undefined) ?? [],
  );

const modulesOf = (module: Type, modules = new Set<Type>()): Set<Type> => {
  if (modules.has(module)) return modules;
  modules.add(module);
  for (const each of (Reflect.getMetadata(MODULE_METADATA.IMPORTS, module) as Type[] | undefined) ?? [])
    modulesOf(each, modules);
  return modules;
};

/** Differences between the contract, the handlers and the permissions, as sentences. Empty if they match. */
export const findMissingHandlers = (
  controllers: Type[],
  expectedOperations: Operation[] = operations,
  permitted: Record<string, unknown> = permissions,
): string[] => {
  const handled = controllers.flatMap(operationsOf);
  const expectedSet = new Set(expectedOperations);
  return [
    ...expectedOperations
      .filter((operation) => !handled.includes(operation))
      .map(({ name }) => `${name} has no handler`),
    ...handled
      .filter((operation, at) => handled.indexOf(operation) !== at)
      .map(({ name }) => `${name} has two handlers`),
    ...handled
      .filter((operation) => !expectedSet.has(operation))
      .map(({ name }) => `${name} is handled but not in the contract`),
    ...expectedOperations.filter(({ name }) => !(name in permitted)).map(({ name }) => `${name} has no permission`),
    ...Object.keys(permitted)
      .filter((name) => !expectedOperations.some((operation) => operation.name === name))
      .map((name) => `a permission names ${name}, which is no operation`),
  ];
};

const operationsOf = (controller: Type): Operation[] =>
  Object.getOwnPropertyNames(controller.prototype)
    .map((method) => operationOf((controller.prototype as Record<string, object>)[method] ?? {}))
    .filter((operation) => operation !== undefined);
