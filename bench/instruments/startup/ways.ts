/** Prepares servers of Node as they are deployed: bundled to one file, with a warm compile cache, or both. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { StartedServer } from '../../../charts/instruments/startup/format.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import { makeScratch } from '../../processes/scratch.ts'
import type { Launch } from '../../server/server-process.ts'
import { assertBundle, bundled, writeBundle } from '../bundling.ts'
import type { Measurable } from '../processes.ts'

/** A server with one way of starting it. */
export type Startable = Measurable & Pick<StartedServer, 'way' | 'routes'>

const FILL = join(import.meta.dirname, 'fill-compile-cache.cjs')

/**
 * Makes what the subject's way needs.
 * @param start starts once, until the first correct response, and stops
 * @throws if the bundle violates the scenario's contract, or the compile cache stays empty
 */
export async function prepareWay(
  subject: Startable,
  scenario: Scenario,
  start: (launch: Launch) => Promise<unknown>,
): Promise<Launch> {
  const { runtime, entry, routes, way } = subject
  if (way === 'source')
    return { runtime, entry, ...(routes !== null && { env: { ROUTES: String(routes) } }) }
  const directory = makeScratch('bench-startup-')
  const file = join(directory, 'bundle.mjs')
  if (way !== 'compile-cache') {
    writeBundle(file, (await bundled(entry, 'node', { minify: true, style: 'documented' })).code)
    await assertBundle(subject, scenario, file)
  }
  const launch = { runtime, entry: way === 'compile-cache' ? entry : file }
  if (way === 'bundled') return launch
  const cache = join(directory, 'cache')
  const args = [...(runtime.args ?? []), '--require', FILL]
  await start({ ...launch, runtime: { ...runtime, args }, env: { FILLED_CACHE: cache } })
  const files = readdirSync(cache, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  )
  if (files.length === 0) throw new Error('its compile cache stays empty')
  return { ...launch, env: { NODE_COMPILE_CACHE: cache } }
}
