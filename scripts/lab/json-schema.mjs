// The part of JSON Schema that the event types of the platform use.

/** The first mismatch of a value with its schema; null if there is none. */
export const mismatch = (schema, value, at = 'data') => {
  if ('const' in schema && value !== schema.const) return `${at} is not ${schema.const}`;
  if (schema.enum && !schema.enum.includes(value)) return `${at} is none of ${schema.enum.join(', ')}`;
  if (schema.anyOf && schema.anyOf.every((alternative) => mismatch(alternative, value, at)))
    return `${at} fits none of its schemas`;
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => hasType(type, value))) return `${at} is no ${types.join(' or ')}`;
  if (Array.isArray(value) && schema.items)
    for (const [index, item] of value.entries()) {
      const problem = mismatch(schema.items, item, `${at}.${index}`);
      if (problem) return problem;
    }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  for (const name of schema.required ?? []) if (!(name in value)) return `${at}.${name} is missing`;
  for (const [name, memberSchema] of Object.entries(schema.properties ?? {})) {
    const problem = name in value ? mismatch(memberSchema, value[name], `${at}.${name}`) : null;
    if (problem) return problem;
  }
  return null;
};

const hasType = (type, value) => {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return value !== null && typeof value === 'object' && !Array.isArray(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
};
