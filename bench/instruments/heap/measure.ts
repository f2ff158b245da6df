/** Measures what the schemas of a library retain, in a fresh process. */
import { join } from 'node:path'
import { COUNTS, type HeapProcess } from '../../../charts/instruments/heap/format.ts'
import { messageOf } from '../../../shared/basics/errors.ts'
import type { SchemaBuilder } from '../../../shared/models/schema-builder.ts'
import type { Counter } from '../../counters/counter.ts'
import { printedJson } from '../../host/run-program.ts'
import { withV8Flags } from '../../host/runtimes.ts'
import type { Server } from '../../host/servers.ts'

const WORKER = join(import.meta.dirname, 'worker.ts')
const BUILD = join(import.meta.dirname, 'build.ts')
/** Seconds. */
const PATIENCE = 120

/** Without compilers, since V8's heap also holds the machine code of the library; bytecode that is not used for long stays. */
export const V8_FLAGS = ['--no-flush-bytecode', '--no-sparkplug', '--no-maglev', '--no-opt']

type Named = Pick<SchemaBuilder, 'library' | 'package'>
type Library = Pick<Server, 'entry' | 'runtime'>

const { PATH, HOME, TMPDIR } = process.env
const ENV = { PATH, HOME, TMPDIR, NODE_ENV: 'production', NO_COLOR: '1' }

/** @throws where two schemas are one object, or one accepts an invalid value or rejects a valid one */
export async function heapOf({ entry, runtime }: Library): Promise<HeapProcess & Named> {
  const flagged = withV8Flags(runtime, ['--expose-gc', ...V8_FLAGS])
  const args = [...flagged.args, WORKER, entry, ...COUNTS.map(String)]
  const printed = printedJson(runtime.executable, args, { limit: PATIENCE, env: ENV }).catch((error) => {
    throw new Error(`on ${runtime.name}: ${messageOf(error)}`)
  })
  return (await printed) as HeapProcess & Named
}

/** Instructions of processes that build and use so many schemas, with the compilers as usual. @throws with the error of one */
export async function instructionsOf(counter: Pick<Counter, 'toEnd'>, { entry, runtime }: Library): Promise<number[]> {
  const all: number[] = []
  // Deno's first process also fills its caches of code, so it is discarded.
  for (const count of [COUNTS[0], ...COUNTS])
    all.push(await counter.toEnd([runtime.executable, ...runtime.args, BUILD, entry, String(count)], ENV))
  return all.slice(1)
}
