import { fields, schemas } from '../template.ts'

export default schemas(
  'Effect Schema',
  `import { Schema } from 'effect'`,
  (i) => `Schema.Struct(${fields(i, 'Schema.Finite', 'Schema.String')})`,
  (schema) => `${schema}.Type`,
)
