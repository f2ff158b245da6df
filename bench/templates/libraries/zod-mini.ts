import { fields, schemas } from '../template.ts'

export default schemas(
  'zod mini',
  `import * as z from 'zod/mini'`,
  (i) => `z.object(${fields(i, 'z.number()', 'z.string()', 'z.iso.datetime()')})`,
  (schema) => `z.infer<${schema}>`,
)
