export * from './user.js';
export * from './unit-managers.js';
export * from './sign-in.js';
export * from './verification.js';
