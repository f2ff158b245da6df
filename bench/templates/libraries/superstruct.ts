import { fields, schemas } from '../template.ts'

export default schemas(
  'superstruct',
  `import { type Infer, number, object, string } from 'superstruct'`,
  (i) => `object(${fields(i, 'number()', 'string()')})`,
  (schema) => `Infer<${schema}>`,
)
