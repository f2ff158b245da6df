import { fields, schemas } from '../template.ts'

export default schemas(
  'yup',
  `import * as yup from 'yup'`,
  (i) =>
    `yup.object(${fields(i, 'yup.number().required()', 'yup.string().required()', 'yup.string().datetime().required()')})`,
  (schema) => `yup.InferType<${schema}>`,
)
