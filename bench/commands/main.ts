/**
 * The command line: `npm run bench -- <command>`. Half of a command's start would be compiling its modules, so that their
 * code is kept beside the packages; where that can't be written, a start takes longer. Servers start as without it.
 */
import { enableCompileCache } from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../shared/basics/root.ts'

enableCompileCache(join(ROOT, 'node_modules/.cache/compiled'))
const { interruptionLine } = await import('../terminal/output.ts')
const { killTracked } = await import('../processes/processes.ts')
const { main } = await import('./program.ts')

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    console.error(`\n${interruptionLine(signal)}`)
    process.exit(128 + constants.signals[signal])
  })
}
// The reader of the output may stop; the run goes on and writes its result.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
process.on('exit', killTracked)
process.exitCode = await main(process.argv.slice(2), { out: process.stdout, err: process.stderr })
