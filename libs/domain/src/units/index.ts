export * from './testing-unit.js';
export * from './consigning-unit.js';
export * from './unit-profile.js';
export * from './unit-settings.js';
export * from './areas.js';
export * from './report-config.js';
export * from './lab-system.js';
