/** Compiler tiers that a server's runtime has enabled, queried from the same executable with the same arguments and environment. */
import { join } from 'node:path'
import { z } from 'zod'
import type { Tiers } from '../../shared/results/instructions.ts'
import type { Runtime } from '../host/runtimes.ts'
import { type Launch, serverEnvironment } from '../host/server-process.ts'
import { runProgram } from './program.ts'

const PROBE = join(import.meta.dirname, 'tiers-probe.mjs')

/** Output of the probe. */
const Output = z.strictObject({ engine: z.string(), states: z.array(z.tuple([z.string(), z.boolean()])) })

/** Tiers of JavaScriptCore and their options. */
const JSC_TIERS = { LLInt: 'useLLInt', Baseline: 'useBaselineJIT', DFG: 'useDFGJIT', FTL: 'useFTLJIT' }

/** Arguments that let a script query V8. */
const QUERY_ARGUMENTS: Record<Runtime['name'], string[]> = {
  node: ['--allow-natives-syntax'],
  deno: ['--v8-flags=--allow-natives-syntax'],
  bun: [],
}

/** Returns the tiers of a runtime as a server's process would have them; null if it does not report them. */
export async function tiersOf({
  name,
  executable,
  args = [],
}: Launch['runtime'] & Pick<Runtime, 'name'>): Promise<Tiers | null> {
  const env = { ...serverEnvironment(0, ''), BUN_JSC_dumpOptions: '2' }
  const { status, stdout, stderr } = await runProgram(executable, [...args, ...QUERY_ARGUMENTS[name], PROBE], env)
  if (status !== 0) return null
  const { engine, states } = Output.parse(JSON.parse(stdout))
  const reported = name === 'bun' ? parseTiers(stderr) : states
  if (reported.length === 0) return null
  const tiers = (isOn: boolean) => reported.flatMap(([tier, state]) => (state === isOn ? tier : []))
  return { engine, on: tiers(true), off: tiers(false) }
}

/** Parses JavaScriptCore's list of options, such as `useDFGJIT=false (default: true)`; empty in another format. */
export function parseTiers(options: string): [tier: string, isOn: boolean][] {
  const states = new Map([...options.matchAll(/^\s*(\w+)=(true|false)\b/gm)].map(([, key, state]) => [key, state]))
  const isOn = (option: string) => states.get('useJIT') === 'true' && states.get(option) === 'true'
  const tiers = Object.entries(JSC_TIERS)
  if (tiers.some(([, option]) => !states.has(option))) return []
  return tiers.map(([tier, option]) => [tier, tier === 'LLInt' ? states.get(option) === 'true' : isOn(option)])
}
