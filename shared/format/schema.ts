/** Writes the JSON Schema of result files into the repository: `npm run schema`. */
import { join } from 'node:path'
import { writeFileAtomically } from '../basics/atomic-file.ts'
import { ROOT } from '../basics/root.ts'
import { resultJsonSchema } from './format.ts'

writeFileAtomically(join(ROOT, 'results/result.schema.json'), resultJsonSchema())
