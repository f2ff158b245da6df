/** Prepares servers of Node as they are deployed: bundled to one file, with a warm compile cache, or both. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Scenario } from '../../../shared/contract/scenario.ts'
import { assertBundle, bundled, writeBundle } from '../../measure/bundling.ts'
import type { Subject } from '../../measure/subjects.ts'
import { makeScratch } from '../../processes/scratch.ts'
import type { Launch } from '../../server/server-process.ts'

const FILL = join(import.meta.dirname, 'fill-compile-cache.cjs')

/**
 * Makes what a way to start needs, which is the subject's part.
 * @param start starts once, until the first correct response, and stops
 * @throws if the bundle violates the scenario's contract, or the compile cache stays empty
 */
export async function prepareWay(
  subject: Subject,
  scenario: Scenario,
  start: (launch: Launch) => Promise<unknown>,
): Promise<Launch> {
  const { manifest, runtime, entry, part } = subject
  const directory = makeScratch('bench-startup-')
  const file = join(directory, 'bundle.mjs')
  if (part !== 'compile-cache') {
    writeBundle(file, (await bundled(entry, 'node', { minify: true, style: 'documented' })).code)
    await assertBundle(subject, scenario, file)
  }
  const launch = { manifest, runtime, entry: part === 'compile-cache' ? entry : file }
  if (part === 'bundled') return launch
  const cache = join(directory, 'cache')
  const args = [...(runtime.args ?? []), '--require', FILL]
  await start({ ...launch, runtime: { ...runtime, args }, env: { FILLED_CACHE: cache } })
  const files = readdirSync(cache, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  )
  if (files.length === 0) throw new Error('its compile cache stays empty')
  return { ...launch, env: { NODE_COMPILE_CACHE: cache } }
}
