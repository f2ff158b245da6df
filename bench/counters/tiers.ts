/** Which tiers of compiler a server's runtime has on: asked of the same executable with the same arguments and environment. */
import { join } from 'node:path'
import { z } from 'zod'
import type { Tiers } from '../../shared/results/instructions.ts'
import type { Runtime } from '../host/runtimes.ts'
import { type Launch, serverEnvironment } from '../host/server-process.ts'
import { runProgram } from './program.ts'

const PROBE = join(import.meta.dirname, 'tiers-probe.mjs')

/** What the probe says. */
const Answer = z.strictObject({ engine: z.string(), states: z.array(z.tuple([z.string(), z.boolean()])) })

/** Tiers of JavaScriptCore, and the options that it lists for them. */
const JSC_TIERS = { LLInt: 'useLLInt', Baseline: 'useBaselineJIT', DFG: 'useDFGJIT', FTL: 'useFTLJIT' }

/** The argument by which a runtime on V8 lets a script ask V8 itself. */
const ASKING: Record<Runtime['name'], string[]> = {
  node: ['--allow-natives-syntax'],
  deno: ['--v8-flags=--allow-natives-syntax'],
  bun: [],
}

/** Of a runtime as it is given to a server's process; `null` where it does not tell. */
export async function tiersOf({
  name,
  executable,
  args = [],
}: Launch['runtime'] & Pick<Runtime, 'name'>): Promise<Tiers | null> {
  const env = { ...serverEnvironment(0, ''), BUN_JSC_dumpOptions: '2' }
  const { status, stdout, stderr } = await runProgram(executable, [...args, ...ASKING[name], PROBE], env, false)
  if (status !== 0) return null
  const { engine, states } = Answer.parse(JSON.parse(stdout))
  const told = name === 'bun' ? tiersListed(stderr) : states
  if (told.length === 0) return null
  const those = (isOn: boolean) => told.flatMap(([tier, state]) => (state === isOn ? tier : []))
  return { engine, on: those(true), off: those(false) }
}

/** Tiers in JavaScriptCore's list of its options, such as `useDFGJIT=false (default: true)`; empty where it has another form. */
export function tiersListed(options: string): [tier: string, isOn: boolean][] {
  const states = new Map([...options.matchAll(/^\s*(\w+)=(true|false)\b/gm)].map(([, key, state]) => [key, state]))
  const isOn = (option: string) => states.get('useJIT') === 'true' && states.get(option) === 'true'
  const tiers = Object.entries(JSC_TIERS)
  if (tiers.some(([, option]) => !states.has(option))) return []
  return tiers.map(([tier, option]) => [tier, tier === 'LLInt' ? states.get(option) === 'true' : isOn(option)])
}
