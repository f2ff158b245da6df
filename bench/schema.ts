/** Writes the JSON Schema of result files into the repository: `npm run schema`. */
import { join } from 'node:path'
import { writeFileAtomically } from './atomic-file.ts'
import { resultJsonSchema } from './result-file.ts'
import { ROOT } from './root.ts'

writeFileAtomically(join(ROOT, 'results/result.schema.json'), resultJsonSchema())
