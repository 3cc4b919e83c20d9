/** Ids of the reference catalogue and of the demo's testing units. */
export const BINDERS = '389aa8ca-1f7e-5134-b569-1bb7317603c9';
export const CEMENT_CATEGORY = '152a3ae1-1519-5589-9b4f-97f60001ff13';
export const CEMENT = 'd31e387b-6db1-5e1f-b5a9-4113d4557372';
/** A parameter of cement that is visible but not offered. */
export const HYDRATION_HEAT = '8f9f0156-f369-570c-8570-4f30c16760dd';
export const CONCRETE_MIX = 'b987eaf2-1cd6-5760-8862-c69fa1da7dcc';

export const TU001 = '736e0494-c50f-5fb5-9296-7000562a5e79';
export const TU002 = 'ddac291b-ed24-5bca-b28f-1d57f0e5e277';
/** Hides unit prices. */
export const TU003 = '48ee00c6-73a6-59d0-92d8-70a79627524f';
/** Tests 11 of the 21 kinds of raw material. */
export const TU006 = '6dac8086-afac-5318-ba7b-77aedd7f5cd5';
