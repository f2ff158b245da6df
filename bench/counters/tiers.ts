/** Compiler tiers that V8 has enabled in a server's runtime, queried from the same executable with the same arguments and environment. */
import { join } from 'node:path'
import { z } from 'zod'
import type { Tiers } from '../../shared/results/instructions.ts'
import { runProgram } from '../host/run-program.ts'
import type { Runtime } from '../host/runtimes.ts'
import { type Launch, serverEnvironment } from '../host/server-process.ts'

const PROBE = join(import.meta.dirname, 'tiers-probe.mjs')

/** Output of the probe. */
const Output = z.strictObject({ engine: z.string(), states: z.array(z.tuple([z.string(), z.boolean()])) })

/** Arguments that let a script query V8. */
const QUERY_ARGUMENTS = { node: ['--allow-natives-syntax'], deno: ['--v8-flags=--allow-natives-syntax'] }

/** Returns the tiers of a runtime as a server's process would have them; null for Bun, and if it does not report them. */
export async function tiersOf({
  name,
  executable,
  args = [],
}: Launch['runtime'] & Pick<Runtime, 'name'>): Promise<Tiers | null> {
  if (name === 'bun') return null
  const all = [...args, ...QUERY_ARGUMENTS[name], PROBE]
  const { status, stdout } = await runProgram(executable, all, { env: serverEnvironment(0, '') })
  if (status !== 0) return null
  const { engine, states } = Output.parse(JSON.parse(stdout))
  const tiers = (isOn: boolean) => states.flatMap(([tier, state]) => (state === isOn ? tier : []))
  return { engine, on: tiers(true), off: tiers(false) }
}
