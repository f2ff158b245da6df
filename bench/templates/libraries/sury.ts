import { fields, schemas } from '../template.ts'

export default schemas(
  'sury',
  `import * as S from 'sury'`,
  (i) => `S.schema(${fields(i, 'S.number', 'S.string', 'S.isoDateTime')})`,
  (schema) => `S.Output<${schema}>`,
)
