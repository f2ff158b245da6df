/**
 * The command line: `npm run bench -- <command>`. Half of a command's start would be compiling its modules, so that their
 * code is kept beside the packages; where that can't be written, a start takes longer. Servers start as without it.
 */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { ROOT } from '../../shared/basics/root.ts'

enableCompileCache(join(ROOT, 'node_modules/.cache/compiled'))
await import('./program.ts')
