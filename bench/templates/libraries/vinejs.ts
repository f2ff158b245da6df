import { fields, schemas } from '../template.ts'

export default schemas(
  'VineJS',
  `import vine from '@vinejs/vine'\nimport type { Infer } from '@vinejs/vine/types'`,
  (i) => `vine.create(${fields(i, 'vine.number()', 'vine.string()')})`,
  (schema) => `Infer<${schema}>`,
)
