import { fields, schemas } from '../template.ts'

export default schemas(
  'valibot',
  `import * as v from 'valibot'`,
  (i) =>
    `v.object(${fields(i, 'v.number()', 'v.string()', 'v.pipe(v.string(), v.isoTimestamp())')})`,
  (schema) => `v.InferOutput<${schema}>`,
)
