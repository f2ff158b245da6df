import { fields, schemas } from '../template.ts'

export default schemas(
  'arktype',
  `import { type } from 'arktype'`,
  (i) => `type(${fields(i, "'number'", "'string'", "'string.date.iso'")})`,
  (schema) => `${schema}.infer`,
)
