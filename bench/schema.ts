/** Writes the JSON Schema of result files into the repository: `npm run schema`. */
import { join } from 'node:path'
import { writeFileAtomically } from './atomic-file.ts'
import { ROOT } from './environment.ts'
import { resultJsonSchema } from './result-file.ts'

writeFileAtomically(join(ROOT, 'results/result.schema.json'), resultJsonSchema())
