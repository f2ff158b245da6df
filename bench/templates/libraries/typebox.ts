import { fields, schemas } from '../template.ts'

export default schemas(
  'TypeBox',
  `import Type, { type Static } from 'typebox'`,
  (i) => `Type.Object(${fields(i, 'Type.Number()', 'Type.String()')})`,
  (schema) => `Static<${schema}>`,
)
