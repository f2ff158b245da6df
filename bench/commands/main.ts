/**
 * The command line: `npm run bench -- <command>`. Compiling its modules would take half of a command's start, so compiled
 * code is cached beside the packages; where that is not writable, commands start more slowly. Servers do not use the cache.
 */
import { enableCompileCache } from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../shared/basics/root.ts'

enableCompileCache(join(ROOT, 'node_modules/.cache/compiled'))
const { complain, interruptionLine } = await import('../terminal/output.ts')
const { killTracked } = await import('../processes/processes.ts')
const { main } = await import('./program.ts')

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    console.error(`\n${interruptionLine(signal)}`)
    process.exit(128 + constants.signals[signal])
  })
}
/** Status of a command whose output was lost. */
const UNWRITTEN = 3
// A run continues and writes its result even if the reader of its output has stopped, or a disk is full.
let isLost = false
for (const stream of [process.stdout, process.stderr])
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || isLost) return
    isLost = true
    if (stream === process.stdout) complain(`cannot write the output: ${message}`)
    process.on('exit', () => {
      process.exitCode = UNWRITTEN
    })
  })
process.on('exit', killTracked)
process.exitCode = await main(process.argv.slice(2), { out: process.stdout, err: process.stderr })
